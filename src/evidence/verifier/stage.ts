import type { Level, Stage, StageWords } from "../../formats/text/proof-of-time.ts";
import { isRight, overallVerdict, type Report } from "./report.ts";
import type { Witness } from "./witness.ts";

/** What a stage is said from: the level of a time, and how far its proof has grown, if it has an entry in the log. */
type TimeAtStage = { level?: Level | undefined; stage?: Stage | undefined };

/**
 * How far the proof in a report has grown. Only those count whose independence does not depend on the service, and each
 * once, however many time-stamps of one authority someone adds. Undefined without an entry in the log.
 */
export function findStage({
  findings: { log },
}: {
  findings: Pick<Report["findings"], "log">;
}): Stage | undefined {
  if (log.verdict !== "passed") return undefined;
  const confirmed = (log.witnesses ?? []).filter(
    ({ state, seenBy }) => state === "confirmed" && seenBy?.voucher === "public",
  );
  const block = confirmed.find((witness) => witness.block !== undefined)?.block;
  const others = confirmed.filter((witness) => witness.block === undefined);
  const names = new Set(others.map(({ kind, seenBy }) => `${kind} ${nameOf(seenBy)}`));
  return { witnesses: names.size, ...(block !== undefined && { block }) };
}

const nameOf = (seenBy: Witness["seenBy"]) =>
  typeof seenBy?.name === "string" ? seenBy.name : seenBy?.name.message;

/**
 * The stage with what comes next, and what it would take to forge the time; empty for a time that does not count.
 * `asks`: whether the service asks anyone to sign its log, where that is known.
 */
export function sayStage({ level, stage }: TimeAtStage, words: StageWords, asks?: boolean): string {
  if (level === undefined) return "";
  return [...(stage ? [words.stage(stage, asks)] : []), words.forging[level]].join(" ");
}

/** The same about a file, below its summary; empty if the file is not right or has no time of its own. */
export function sayStageOf(report: Report, words: StageWords): string {
  if (report.kind === "part" || !isRight(overallVerdict(report))) return "";
  return sayStage({ level: report.findings.when.level, stage: findStage(report) }, words);
}
