import { type Level, levels } from "../../formats/text/proof-of-time.ts";
import { type FileKind, isRight, overallVerdict, type Report, type Verdict } from "./report.ts";
import { sentences, summaries } from "./sentences.ts";
import type { Text } from "./text.ts";
import { describeTime } from "./time-sentences.ts";

/** The summary of a file: a verdict, a few words for it, one or two sentences, and the notes. */
export type Summary = { verdict: Verdict; title: Text; sentences: Text[] };

const supportingKinds: ReadonlySet<FileKind> = new Set([
  "pack",
  "part",
  "token",
  "record",
  "statement",
  "receipt",
  "proof",
  "headers",
]);

/** True for a file whose purpose is to prove others. */
export const isSupporting = ({ kind }: Report): boolean => supportingKinds.has(kind);

/**
 * The reports that count. Evidence that came with other files, or with a pack, counts only if it is wrong, and a pack
 * also if it is unclear, since then nothing in it was used.
 */
function decisiveReports(reports: Report[]): Report[] {
  const files = reports.filter((report) => !isSupporting(report));
  const packs = reports.filter(({ kind }) => kind === "pack");
  const subjects = new Set([files, packs, reports].find((some) => some.length > 0));
  return reports.filter((report) => {
    const verdict = overallVerdict(report);
    const isUnused = report.kind === "pack" && verdict === "indeterminate";
    return subjects.has(report) || verdict === "failed" || isUnused;
  });
}

/** Counts the files that decide by their verdict. */
export function countVerdicts(reports: Report[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { passed: 0, claimed: 0, indeterminate: 0, failed: 0 };
  for (const report of decisiveReports(reports)) counts[overallVerdict(report)] += 1;
  return counts;
}

/** The weakest level of their times, if all files that decide are right; undefined otherwise. */
export function weakestLevel(reports: Report[]): Level | undefined {
  const decisive = decisiveReports(reports);
  const all = decisive.map(({ findings }) => findings.when.level);
  return decisive.every((report) => isRight(overallVerdict(report)))
    ? levels.find((level) => all.includes(level))
    : undefined;
}

/**
 * Failed findings come first, then indeterminate ones, so that confirmed findings cannot hide them.
 */
export function summarize(report: Report): Summary {
  const { unchanged, when, who, log } = report.findings;
  const { notes = [] } = report;
  const verdict = overallVerdict(report);
  if (isRight(verdict)) {
    const title = confirmedTitle(report);
    const confirmed = report.kind === "part" ? [who.sentence] : describeTime(when);
    return {
      verdict,
      title: verdict === "passed" ? title : summaries.claimed(title),
      sentences: [unchanged.sentence, ...confirmed, ...notes],
    };
  }
  const decisive = [unchanged, when, who, log].find((finding) => finding.verdict === verdict) ?? unchanged;
  const isWrongFile = report.kind === "unknown" && decisive === unchanged;
  const failed = isWrongFile ? summaries.wrongFile : summaries.failed;
  return {
    verdict,
    title: verdict === "failed" ? failed : summaries.indeterminate,
    sentences: [decisive.sentence, ...notes],
  };
}

/** True if the title of the summary says what kind of file it is, or the kind is unknown. */
export const titleNamesKind = (report: Report): boolean =>
  report.kind === "unknown" || isRight(overallVerdict(report));

/** A seal shows that a file is unchanged; only a fingerprint that was signed or recorded shows which file it is. */
function confirmedTitle({ kind, findings: { unchanged } }: Report): Text {
  const { sealed, sealedCertificate } = sentences.unchanged;
  if (unchanged.sentence.code.startsWith(sentences.unchanged.extended("", new Date(0)).code))
    return summaries.extended;
  if ([sealed.code, sealedCertificate.code].includes(unchanged.sentence.code)) return summaries.sealed;
  switch (kind) {
    case "original":
    case "stamped":
    case "certificate":
    case "member":
    case "pack":
    case "part":
    case "container":
      return summaries[kind];
    default:
      return summaries.confirmed;
  }
}
