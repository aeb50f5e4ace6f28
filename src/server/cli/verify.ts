import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { KeySources } from "../../client/key-sources.ts";
import { loadTrust, readOrigin } from "../../client/verify-keys.ts";
import { verifyPaths } from "../../client/verify-paths.ts";
import { AppError } from "../../errors.ts";
import { type Detail, plainValue } from "../../evidence/verifier/detail.ts";
import type { GivenFile } from "../../evidence/verifier/file-context.ts";
import { allDetails, presentWitnesses } from "../../evidence/verifier/finding-details.ts";
import { makeRecords } from "../../evidence/verifier/make-records.ts";
import { isAtLeast, questions, type Report, type Verdict } from "../../evidence/verifier/report.ts";
import {
  headings,
  kindNames,
  stateName,
  verdictNames,
  witnessNames,
} from "../../evidence/verifier/sentences.ts";
import { sayStageOf } from "../../evidence/verifier/stage.ts";
import { countVerdicts, summarize, titleNamesKind, weakestLevel } from "../../evidence/verifier/summary.ts";
import type { Trust } from "../../evidence/verifier/trust.ts";
import type { Witness } from "../../evidence/verifier/witness.ts";
import { type Level, stageWords } from "../../formats/text/proof-of-time.ts";
import { withoutQuotes } from "../../formats/text/quoted-name.ts";
import { printable } from "./printable.ts";

/** The exit codes of the program. */
const exitCodes: Record<Verdict, number> = { passed: 0, failed: 1, indeterminate: 2, claimed: 3 };

export type VerifyOptions = KeySources & { details?: boolean; records?: string; level?: Level };

/** What a check prints to standard output and standard error, and its exit code. */
export type Answer = { said: string[]; warned: string[]; exitCode: number };

/** Verifies local files, prints the answer and sets the exit code. */
export async function verify(files: string[], options: VerifyOptions): Promise<void> {
  const { said, warned, exitCode } = await answer(files, options);
  for (const part of said) console.log(part);
  for (const part of warned) console.error(part);
  process.exitCode = exitCode;
}

/**
 * Verifies local files, separately and against each other: a verdict and four answers for each. Anything that prevents
 * a check, e.g. a missing file, exits with 2, like every indeterminate result. Files that are right, but whose time is
 * below the required `level`, exit with 3.
 */
export async function answer(
  files: string[],
  { details = false, records, level = "seen-later", ...sources }: VerifyOptions,
): Promise<Answer> {
  const [said, warned]: [string[], string[]] = [[], []];
  try {
    const trust = await loadTrust(sources);
    if (sources.origin !== undefined) said.push(`${describeTrust(readOrigin(sources.origin), trust)}\n`);
    if (sources.trust !== undefined) said.push(`${printable(describeLists(sources.trust))}\n`);
    const { given, reports } = await verifyPaths(files, trust);
    said.push(reports.map((report) => printed(report, details)).join("\n\n"));
    if (records !== undefined) saveRecords(records, given, reports);
    const verdict = combineVerdicts(reports, level);
    const missing = listMissingKeys(trust);
    if (verdict === "indeterminate" && missing.length > 0) warned.push(`\n${describeMissing(missing)}`);
    return { said, warned, exitCode: exitCodes[verdict] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { said, warned: [...warned, printable(error.message)], exitCode: exitCodes.indeterminate };
  }
}

/** The keys that the results depend on, to be compared with information from another source. */
function describeTrust({ host }: URL, { roots }: Trust): string {
  const digests = roots.map(({ bytes }) => `Root certificate trusted, SHA-256: ${bytesToHex(sha256(bytes))}`);
  return [`Keys fetched from: ${host}`, ...digests].map(printable).join("\n");
}

const describeLists = (file: string) =>
  `Who is independent of the service: the lists in ${file}, instead of those that come with this program.`;

/** The options for the keys and revocation lists that were not given. */
function listMissingKeys({ jwks, roots, crls, logs }: Trust): string[] {
  const given: [option: string, found: unknown[]][] = [
    ["--jwks", jwks.keys],
    ["--ca", roots],
    ["--crl", crls],
    ["--vkey", logs],
  ];
  return given.flatMap(([option, found]) => (found.length > 0 ? [] : [option]));
}

const describeMissing = (options: string[]) =>
  `Keys or revocation lists of the service are missing, so not everything could be checked. Add --origin and the address of the service, or give them as files: ${options.join(", ")}.`;

/**
 * Writes the record of each file of a collection whose pack was given as well; files with the same name are numbered.
 * Overwrites nothing. Throws AppError for the first record that cannot be written, after the others were.
 */
function saveRecords(folder: string, given: GivenFile[], reports: Report[]): void {
  const made = makeRecords(given, reports);
  const timesUsed = new Map<string, number>();
  let failure: AppError | undefined;
  for (const [index, { name, kind }] of reports.entries()) {
    const record = made[index];
    if (kind !== "member" || !record) continue;
    const times = (timesUsed.get(name) ?? 0) + 1;
    timesUsed.set(name, times);
    const path = join(folder, `${name}${times > 1 ? ` (${times})` : ""}.ers`);
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, record, { flag: "wx" });
    } catch (error) {
      failure ??= new AppError("invalid", "local-file-not-written", "{file} cannot be written.", {
        params: { file: path },
        cause: error,
      });
    }
  }
  if (failure) throw failure;
}

/** One verdict for all files: the worst of those that count, or whether all times are at least at this level. */
function combineVerdicts(reports: Report[], level: Level): Verdict {
  const { failed, indeterminate } = countVerdicts(reports);
  if (failed > 0) return "failed";
  const weakest = weakestLevel(reports);
  if (indeterminate > 0 || weakest === undefined) return "indeterminate";
  return isAtLeast(weakest, level) ? "passed" : "claimed";
}

const marks: Record<Verdict, string> = { passed: "+", claimed: "~", indeterminate: "?", failed: "!" };

/** First the verdict on the file and the stage of its proof, in the words of the record page, then the four answers. */
function printed(report: Report, details: boolean): string {
  const { name, kind, findings } = report;
  const { title, sentences } = summarize(report);
  const head = `${writeName(name)}: ${title.message}.${titleNamesKind(report) ? "" : ` ${kindNames[kind].message}.`}`;
  const told = questions.flatMap((question) => {
    const finding = findings[question];
    return [
      `${marks[finding.verdict]} ${headings[question].message} ${verdictNames[finding.verdict].message}.`,
      `    ${finding.sentence.message}`,
      ...presentWitnesses(finding).map(printedWitness),
      ...(details ? allDetails(finding).map(printedDetail) : []),
    ];
  });
  const stage = sayStageOf(report, stageWords.en);
  return [
    head,
    `  ${sentences.map(({ message }) => message).join(" ")}`,
    ...(stage === "" ? [] : [`  ${stage}`]),
    ...told,
  ]
    .map(printable)
    .join("\n");
}

/** In quotation marks if it has a colon: "lease.pdf: This is the original document." must not pose as a verdict. */
const writeName = (name: string) => (name.includes(":") ? `"${withoutQuotes(name)}"` : name);

const printedWitness = (witness: Witness) =>
  `    ${witnessNames[witness.kind].message}: ${stateName(witness).message}. ${witness.sentence.message}`;

const printedDetail = (detail: Detail) => `      ${detail.label.message}: ${plainValue(detail)}`;
