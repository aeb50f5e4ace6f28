import type { Detail } from "./detail.ts";
import type { Text } from "./text.ts";
import type { Witness } from "./witness.ts";

/** `unsure`: it could not be checked, or there is nothing to check. Neither good nor bad. */
export type Verdict = "good" | "unsure" | "bad";

/** One answer in plain words; `witnesses` is set only for an entry in the log. */
export type Line = { verdict: Verdict; sentence: Text; details: Detail[]; witnesses?: Witness[] };

/** The questions about a file, in display order. */
export const questions = ["unchanged", "when", "who", "log"] as const;
export type Question = (typeof questions)[number];

/** `container` is an ASiC-S file, `token` a time-stamp token or a reply with one, `proof` an .ots file. */
export type FileKind =
  | "original"
  | "stamped"
  | "certificate"
  | "pack"
  | "container"
  | "token"
  | "statement"
  | "receipt"
  | "proof"
  | "unknown";

/** The report about a file: integrity, time, issuer and log separately. */
export type Report = { name: string; kind: FileKind; lines: Record<Question, Line> };

export const good = (sentence: Text, details: Detail[] = []): Line => ({
  verdict: "good",
  sentence,
  details,
});
export const unsure = (sentence: Text, details: Detail[] = []): Line => ({
  verdict: "unsure",
  sentence,
  details,
});
export const bad = (sentence: Text, details: Detail[] = []): Line => ({
  verdict: "bad",
  sentence,
  details,
});

/** The worst of several verdicts: bad, then unsure, then good. */
export function worst(verdicts: Verdict[]): Verdict {
  if (verdicts.includes("bad")) return "bad";
  return verdicts.includes("unsure") ? "unsure" : "good";
}
