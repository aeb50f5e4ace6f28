import { type Level, levels } from "../../formats/text/proof-of-time.ts";
import type { Detail } from "./detail.ts";
import type { Text } from "./text.ts";
import type { Witness } from "./witness.ts";

/**
 * Best first. `claimed`: nothing contradicts it and the service signed it, but only the service itself vouches for its
 * time. `indeterminate`: it could not be checked, or there is nothing to check.
 */
export const verdicts = ["passed", "claimed", "indeterminate", "failed"] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * One answer in plain words; `witnesses` is set only for an entry in the log, `level` only for a time that counts.
 */
export type Finding = {
  verdict: Verdict;
  sentence: Text;
  details: Detail[];
  witnesses?: Witness[];
  level?: Level;
};

/** The questions about a file, in display order. */
export const questions = ["unchanged", "when", "who", "log"] as const;
export type Question = (typeof questions)[number];

/**
 * `member` is a file of a collection, `part` a file of a pack that proves nothing by itself, such as its README,
 * `container` an ASiC-S file, `token` a time-stamp token or a reply with one, `record` an .ers file, `proof` an .ots
 * file, `headers` those of Bitcoin blocks.
 */
export type FileKind =
  | "original"
  | "stamped"
  | "certificate"
  | "member"
  | "pack"
  | "part"
  | "container"
  | "token"
  | "record"
  | "statement"
  | "receipt"
  | "proof"
  | "headers"
  | "unknown";

/**
 * The report about a file: integrity, time, issuer and log separately. `notes` say when its proofs were renewed, and
 * name other files that were not used because they are damaged, forged or signed with an unknown key.
 */
export type Report = { name: string; kind: FileKind; findings: Record<Question, Finding>; notes?: Text[] };

export const passed = (sentence: Text, details: Detail[] = []): Finding => ({
  verdict: "passed",
  sentence,
  details,
});
export const indeterminate = (sentence: Text, details: Detail[] = []): Finding => ({
  verdict: "indeterminate",
  sentence,
  details,
});
export const failed = (sentence: Text, details: Detail[] = []): Finding => ({
  verdict: "failed",
  sentence,
  details,
});

/** A time at this level: passed only if someone other than the service vouches for it. */
export const dated = (level: Level, sentence: Text, details: Detail[] = []): Finding => ({
  verdict: isAtLeast(level, "seen-later") ? "passed" : "claimed",
  sentence,
  details,
  level,
});

/** True if the first finding has a worse verdict or, under the same verdict, a lower level. */
export function isWeaker(one: Finding, other: Finding): boolean {
  if (one.verdict !== other.verdict) return worst([one.verdict, other.verdict]) === one.verdict;
  return one.level !== undefined && other.level !== undefined && !isAtLeast(one.level, other.level);
}

export const isAtLeast = (level: Level, least: Level): boolean =>
  levels.indexOf(level) >= levels.indexOf(least);

/** The worst of several verdicts; passed if there are none. */
export const worst = (all: Verdict[]): Verdict =>
  verdicts.findLast((verdict) => all.includes(verdict)) ?? "passed";

/**
 * The verdict on a file as a whole. The public log counts only if its check fails: without a receipt, which is in
 * the evidence pack, it cannot be checked. A mere part of a pack has no time of its own.
 */
export function overallVerdict({ kind, findings: { unchanged, when, who, log } }: Report): Verdict {
  if (log.verdict === "failed") return "failed";
  if (kind === "part") return worst([unchanged.verdict, who.verdict]);
  return worst([unchanged.verdict, when.verdict, who.verdict]);
}

export const isRight = (verdict: Verdict) => verdict === "passed" || verdict === "claimed";
