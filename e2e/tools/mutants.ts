/**
 * `bun run mutants [FILE…]`: changes one thing at a time in rules that everything depends on, and runs their tests. A
 * change that no test notices is printed: it shows what is not tested, or that it makes no difference.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Change, listChanges } from "./mutants/change-source.ts";

const root = join(import.meta.dir, "../..");
const preload = join(import.meta.dir, "mutants/load-changed.ts");

const zip = ["src/formats/zip/read-zip.test.ts", "src/formats/zip/canonical-zip.test.ts"];

/** Rules without clock, database or files, each with the tests that cover it. */
const targets: Readonly<Record<string, string[]>> = {
  "src/features/billing/quota.ts": ["src/features/billing/quota.test.ts"],
  "src/formats/pdf/placement.ts": [
    "src/formats/pdf/placement.test.ts",
    "src/formats/pdf/placement.property.test.ts",
  ],
  "src/formats/pdf/predictor.ts": ["src/formats/pdf/predictor.test.ts"],
  "src/platform/jobs/fair-share.ts": ["src/platform/jobs/fair-share.test.ts"],
  "src/formats/zip/read-zip.ts": zip,
  "src/formats/zip/zip-directory.ts": zip,
  "src/formats/zip/plain-names.ts": zip,
  "src/formats/zip/canonical-zip.ts": zip,
  "src/formats/zip/write-zip.ts": ["src/formats/zip/write-zip.test.ts"],
  "src/formats/sniff/sniff.ts": ["src/formats/sniff/sniff.test.ts"],
  "src/formats/der/read.ts": ["src/formats/der/read.test.ts"],
  "src/evidence/tlog/merkle.ts": ["src/evidence/tlog/merkle.test.ts"],
  "src/evidence/tlog/right-edge.ts": ["src/evidence/tlog/merkle.test.ts"],
  "src/evidence/tlog/proofs.ts": ["src/evidence/tlog/merkle.test.ts"],
  "src/evidence/tlog/proof-check.ts": ["src/evidence/tlog/merkle.test.ts"],
  "src/evidence/tlog/tiles.ts": ["src/evidence/tlog/tiles.test.ts"],
  "src/evidence/tlog/tile-hashes.ts": ["src/evidence/tlog/merkle.test.ts"],
  "src/issuing/log/log-start.ts": ["src/issuing/log/log-start.test.ts"],
  "src/evidence/verifier/summary.ts": ["src/evidence/verifier/summary.test.ts"],
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((path) => targets[path] === undefined);
if (unknown.length > 0)
  throw new Error(`No tests are listed for ${unknown.join(", ")} in e2e/tools/mutants.ts.`);

for (const [path, tests] of Object.entries(targets)) {
  if (chosen.length > 0 && !chosen.includes(path)) continue;
  await measure(path, tests);
}

async function measure(path: string, tests: string[]): Promise<void> {
  const absolute = join(root, path);
  const source = readFileSync(absolute, "utf8");
  const started = performance.now();
  if (!(await passes(tests, {}))) throw new Error(`The tests of ${path} fail without a change.`);
  /** A change may also make a loop endless. */
  const patienceMs = Math.ceil(10_000 + 5 * (performance.now() - started));
  const changes = listChanges(path, source);
  const waiting = [...changes];
  const unnoticed: Change[] = [];
  const work = async () => {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      const environment = {
        MUTANT_PATH: absolute,
        MUTANT_START: String(change.start),
        MUTANT_END: String(change.end),
        MUTANT_TEXT: change.text,
      };
      if (await passes(tests, environment, patienceMs)) unnoticed.push(change);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${path}: ${changes.length} changes, ${unnoticed.length} unnoticed`);
  for (const { start, end, text } of unnoticed.toSorted((a, b) => a.start - b.start)) {
    const line = source.slice(0, start).split("\n").length;
    const code = source.split("\n")[line - 1]?.trim();
    console.log(`  ${line}: ${source.slice(start, end)} → ${text}    ${code}`);
  }
}

async function passes(
  tests: string[],
  environment: Record<string, string>,
  timeout?: number,
): Promise<boolean> {
  const child = Bun.spawn(
    [process.execPath, "test", "--timeout", "600000", "--preload", preload, "--bail", ...tests],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      stdout: "ignore",
      stderr: "ignore",
      ...(timeout !== undefined && { timeout }),
    },
  );
  return (await child.exited) === 0;
}
