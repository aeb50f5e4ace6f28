import type { Detail } from "./detail.ts";
import type { Text } from "./text.ts";
import type { Witness } from "./witness.ts";

/** `indeterminate`: it could not be checked, or there is nothing to check. */
export type Verdict = "passed" | "indeterminate" | "failed";

/** One answer in plain words; `witnesses` is set only for an entry in the log. */
export type Finding = { verdict: Verdict; sentence: Text; details: Detail[]; witnesses?: Witness[] };

/** The questions about a file, in display order. */
export const questions = ["unchanged", "when", "who", "log"] as const;
export type Question = (typeof questions)[number];

/**
 * `member` is a file of a collection, `part` a file of a pack that proves nothing by itself, such as its README,
 * `container` an ASiC-S file, `token` a time-stamp token or a reply with one, `record` an .ers file, `proof` an .ots
 * file.
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
  | "unknown";

/** The report about a file: integrity, time, issuer and log separately. */
export type Report = { name: string; kind: FileKind; findings: Record<Question, Finding> };

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

/** The worst of several verdicts: failed, then indeterminate, then passed. */
export function worst(verdicts: Verdict[]): Verdict {
  if (verdicts.includes("failed")) return "failed";
  return verdicts.includes("indeterminate") ? "indeterminate" : "passed";
}
