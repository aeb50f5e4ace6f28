import type { Anchoring, AnchorState } from "../../issuing/witnesses/anchors.service.ts";

/** What the start says: where the head of the log goes, and when someone last confirmed one. Nothing if nowhere. */
export function describeAnchoring({ anchors, state, lastAt }: Anchoring): string[] {
  if (state === "off") return [];
  const confirming = anchors.filter(({ kind }) => kind !== "explorer");
  const receivers = [...new Set(confirming.map(({ address }) => address))];
  return [
    `Every hour in which the public log has grown, the hash of its head goes to ${list(receivers)}. See ANCHORS in docs/settings.md.`,
    ...(state === "missing" ? [`${notAnchored} ${describeLast(lastAt)}`] : []),
    ...(state === "promised" ? [`${promised} ${describeLast(lastAt)}`] : []),
    ...(state === "anchored" && lastAt ? [describeLast(lastAt)] : []),
  ];
}

const notAnchored = "Not yet anchored: no one has confirmed the newest head of the log.";
const promised =
  "Not yet anchored: calendars have promised to put the newest head of the log into Bitcoin, which takes a few hours.";

const describeLast = (lastAt: Date | undefined) =>
  lastAt ? `A head was last confirmed at ${lastAt.toISOString()}.` : "No head was ever confirmed.";

function list(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The lines of `doctor`: whether the newest head is confirmed, and one line for everyone who is asked. */
export function reportAnchoring({ anchors, state, lastAt }: Anchoring): string[] {
  if (state === "off") return [];
  const what = {
    unused: "ok     no head of the log was sent out to be confirmed yet",
    anchored: `ok     someone outside confirms the head of the log.${lastAt ? ` ${describeLast(lastAt)}` : ""}`,
    promised: `note   ${promised} ${describeLast(lastAt)}`,
    missing: `note   ${notAnchored} ${describeLast(lastAt)}`,
  }[state];
  return [what, ...anchors.map((anchor) => `       ${describeAnchor(anchor)}`)];
}

function describeAnchor({ kind, address, operator, answeredAt, failing }: AnchorState): string {
  const who = `${kind} ${address}${operator === undefined ? "" : ` (${operator})`}`;
  const last = answeredAt ? `last answered ${answeredAt.toISOString()}` : "has not answered yet";
  return `${who}: ${last}${failing ? `; fails since ${failing.since.toISOString()}: ${failing.error}` : ""}`;
}
