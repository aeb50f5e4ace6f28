/**
 * `bun run fuzz [N] [FOLDER] [FIRST]`: flips bits in documents (of FOLDER, or small generated ones of every type), and
 * sends each of N such mutants (1,000) through a server. Each must be completed, refused, or end with an error message;
 * none may cause a 5xx answer, an endless upload or job, or leave a process or file behind. Exits with 1 after an error
 * and keeps its mutant. Mutants are numbered: FIRST (0) is the number of the first one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentsIn, makeDocuments } from "./fuzz/documents.ts";
import { outcomes } from "./fuzz/drive.ts";
import { countOutcomes, fuzz, type Trial } from "./fuzz/fuzzing.ts";

const [count = "1000", source, first = "0"] = process.argv.slice(2);
if (![count, first].every((number) => /^\d+$/.test(number))) {
  console.error("Usage: bun run fuzz [N] [FOLDER] [FIRST]");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "attestamp-fuzz-"));
const documents = source
  ? documentsIn(source)
  : await makeDocuments(join(folder, "documents"), Bun.which("soffice") !== null);
const trials: Trial[] = [];
const faults = await fuzz({ documents, first: Number(first), count: Number(count), folder, onTrial });
printCounts();
for (const line of faults) console.log(line);
console.log(
  faults.length === 0 ? "\nNo faults." : `\n${faults.length} faults; the mutants are in ${folder}.`,
);
if (faults.length === 0) rmSync(folder, { recursive: true });
process.exit(faults.length === 0 ? 0 : 1);

function onTrial(trial: Trial): void {
  trials.push(trial);
  const { number, kind, outcome, ms } = trial;
  if (outcome.is === "fault" || outcome.is === "crashed")
    console.log(`${number}.${kind} ${outcome.is} after ${ms.toFixed(0)} ms: ${outcome.says}`);
  if (trials.length % 100 === 0) console.log(`${trials.length} of ${count}`);
}

function printCounts(): void {
  const line = (cells: (string | number)[]) =>
    console.log(cells.map((cell) => String(cell).padStart(10)).join(""));
  line(["kind", ...outcomes, "slowest s"]);
  for (const [kind, row] of [...countOutcomes(trials)].toSorted()) {
    const slowest = Math.max(...trials.filter((trial) => trial.kind === kind).map(({ ms }) => ms));
    line([kind, ...outcomes.map((outcome) => row[outcome]), (slowest / 1000).toFixed(1)]);
  }
}
