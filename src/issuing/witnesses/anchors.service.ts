import { publicAuthorities } from "../../evidence/trust-lists/public-authorities.ts";
import type { IssuingConfig } from "../config.ts";
import type { IssuingDeps } from "../deps.ts";
import { type AnchorKind, shippedAnchors } from "./shipped-anchors.ts";
import { isConfirmed, listAnswers, listWitnessed, saveAnswer, saveFailure } from "./witnesses.repo.ts";

/** Someone who is asked about the head of the log, and when they last answered. */
export type AnchorState = {
  kind: AnchorKind | "witness";
  /** Host and path; people never see the full address, which may contain a password. */
  address: string;
  /** Who runs it, if it is on a list that comes with the product. */
  operator: string | undefined;
  answeredAt: Date | undefined;
  /** Since when they have given nothing usable, and why. */
  failing: { since: Date; error: string } | undefined;
};

export type Anchoring = {
  anchors: AnchorState[];
  /**
   * `off`: no one is asked; `unused`: nothing was sent out yet; `missing`: no one has confirmed the newest head that
   * was sent out.
   */
  state: "off" | "unused" | "anchored" | "missing";
  /** When someone last confirmed a head. */
  lastAt: Date | undefined;
};

/** Who is asked about the log's head, in the order in which pages and commands list them, and what came of it. */
export async function readAnchoring(deps: Pick<IssuingDeps, "config" | "db">): Promise<Anchoring> {
  const { config, db } = deps;
  const answers = new Map((await listAnswers(db)).map((row) => [row.address, row]));
  const anchors = listAddresses(config).map(({ kind, url }): AnchorState => {
    const key = hostAndPath(url);
    const { answeredAt, failingSince: since, failure: error } = answers.get(key) ?? {};
    const address = key.replace(/\/$/, "");
    return {
      ...{ kind, address, operator: operators.get(key), answeredAt: answeredAt ?? undefined },
      failing: since ? { since, error: error ?? "" } : undefined,
    };
  });
  const confirming = anchors.filter(({ kind }) => kind !== "explorer");
  const times = confirming.flatMap(({ answeredAt }) => answeredAt?.getTime() ?? []);
  return {
    anchors,
    state: confirming.length === 0 ? "off" : await readState(db),
    lastAt: times.length > 0 ? new Date(Math.max(...times)) : undefined,
  };
}

async function readState(db: IssuingDeps["db"]): Promise<"unused" | "anchored" | "missing"> {
  const [newest] = await listWitnessed(db, 1);
  if (!newest) return "unused";
  return (await isConfirmed(db, newest)) ? "anchored" : "missing";
}

type Address = { kind: AnchorState["kind"]; url: string };

function listAddresses(config: IssuingConfig): Address[] {
  const of = (kind: Address["kind"], urls: string[]) => urls.map((url) => ({ kind, url }));
  return [
    ...of("authority", [...config.tsaUrls, ...config.anchorAuthorities]),
    ...of("calendar", config.otsCalendars),
    ...of(
      "witness",
      config.logWitnesses.map(({ url }) => url),
    ),
    ...of("explorer", config.otsCalendars.length > 0 ? config.bitcoinExplorers : []),
  ];
}

/** How an address is stored, without what may be a secret in it. */
export function hostAndPath(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

const operators = new Map([
  ...publicAuthorities.flatMap(({ addresses, operator }) =>
    addresses.map((address) => [hostAndPath(address), operator] as const),
  ),
  ...shippedAnchors.map(({ address, operator }) => [hostAndPath(address), operator] as const),
]);

/** Someone gave what was asked for. */
export async function noteAnswer({ db, now }: Pick<IssuingDeps, "db" | "now">, url: string): Promise<void> {
  await saveAnswer(db, hostAndPath(url), new Date(now()));
}

/** Someone gave nothing usable. Returns whether that is news: a failure is logged when it begins, not every hour. */
export async function noteFailure(
  { db, now }: Pick<IssuingDeps, "db" | "now">,
  url: string,
  error: string,
): Promise<boolean> {
  const at = new Date(now());
  const since = await saveFailure(db, hostAndPath(url), at, error);
  return since.getTime() === at.getTime();
}
