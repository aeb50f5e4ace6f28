import type { Detail } from "./detail.ts";
import type { Witness } from "./witness.ts";

/** `unsure`: it could not be looked at, or nothing is there to look at. It is neither good nor bad. */
export type Verdict = "good" | "unsure" | "bad";

/** One answer in plain words; `witnesses` is told beside it of the log alone, and only of an entry that is in it. */
export type Line = { verdict: Verdict; sentence: string; details: Detail[]; witnesses?: Witness[] };

/** The questions a file is asked, in the order they are shown. */
export const questions = ["unchanged", "when", "who", "log"] as const;
export type Question = (typeof questions)[number];

/** `container` is an ASiC-S file, `token` a time-stamp token or the reply that holds one, `proof` an .ots file. */
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

/** What is to be told about a file: integrity, time, issuer and log apart from each other. */
export type Report = { name: string; kind: FileKind; lines: Record<Question, Line> };

export const good = (sentence: string, details: Detail[] = []): Line => ({
  verdict: "good",
  sentence,
  details,
});
export const unsure = (sentence: string, details: Detail[] = []): Line => ({
  verdict: "unsure",
  sentence,
  details,
});
export const bad = (sentence: string, details: Detail[] = []): Line => ({
  verdict: "bad",
  sentence,
  details,
});

/** The worst of some verdicts: one bad is bad, else one unsure is unsure. */
export function worst(verdicts: Verdict[]): Verdict {
  if (verdicts.includes("bad")) return "bad";
  return verdicts.includes("unsure") ? "unsure" : "good";
}
