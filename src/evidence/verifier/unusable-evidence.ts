import type { CheckedEvidence } from "./checked-evidence.ts";
import { type Evidence, joinEvidence, noEvidence } from "./evidence.ts";
import { evidenceIn, type OpenedFile } from "./open-file.ts";
import type { Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { isRight, isSupporting, overallVerdict } from "./summary.ts";
import type { Text } from "./text.ts";

const say = sentences.notUsed;

/** `damaged`: it fails when it is checked alone, or it is forged; `unknown`: its signer's key is unknown here. */
export type Unusable = ReadonlyMap<OpenedFile, "damaged" | "unknown">;

/**
 * The files whose evidence cannot be used, each by itself: without the others, and without the service's record, whose
 * contradiction with a genuine statement must stay visible. `verify` checks one file by this evidence.
 */
export function findUnusable(
  opened: OpenedFile[],
  { crls, headers }: Evidence,
  all: CheckedEvidence,
  verify: (one: OpenedFile, checked: CheckedEvidence) => Report,
): Unusable {
  const found = new Map<OpenedFile, "damaged" | "unknown">();
  for (const one of opened) {
    const evidence = joinEvidence({ ...noEvidence, crls, headers }, evidenceIn(one));
    const checked = all.withEvidence(evidence);
    const report = verify(one, checked);
    if (!isSupporting(report)) continue;
    if (overallVerdict(report) === "failed") found.set(one, "damaged");
    else if (isStrangers(report) || checked.statements.some(isOfUnknownKey)) found.set(one, "unknown");
  }
  return found;
}

const isStrangers = ({ findings }: Report) => findings.when.sentence.code === sentences.when.stranger.code;

const isOfUnknownKey = (statement: CheckedEvidence["statements"][number]) =>
  "error" in statement && statement.error === "unknown-key";

/** True for a report that would not change without what cannot be used: evidence alone is never right. */
export function isSettled(report: Report): boolean {
  const verdict = overallVerdict(report);
  return isRight(verdict) || (isSupporting(report) && verdict !== "failed");
}

/**
 * Which of two reports about a file counts: the one by all evidence, or the one without what cannot be used. A file
 * that is right without it, such as one with a seal, needs none of it. One that nothing else identifies relied on it,
 * and keeps the report that says so. Any other, such as a container or evidence, is not denied because of it.
 */
export function chooseReport(byAll: Report, byUsable: Report, unusable: Unusable): Report {
  const verdict = overallVerdict(byUsable);
  const isDenied = overallVerdict(byAll) === "failed" && verdict !== "failed" && byUsable.kind !== "unknown";
  return isRight(verdict) || isDenied
    ? { ...byUsable, notes: [...(byUsable.notes ?? []), ...nameUnusable(unusable)] }
    : byAll;
}

/** One sentence for the damaged files, and one for those with an unknown key. */
function nameUnusable(unusable: Unusable): Text[] {
  return (["damaged", "unknown"] as const).flatMap((why) => {
    const [first, ...more] = [...unusable].filter(([, one]) => one === why).map(([{ file }]) => file.name);
    if (first === undefined) return [];
    return more.length === 0 ? say[why].one(first) : say[why].several(more.length + 1, first);
  });
}
