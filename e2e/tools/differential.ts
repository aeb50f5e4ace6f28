/**
 * `bun run differential [FOLDER…]`: stamps every PDF of the folders (default: those in CORPUS, separated by colons) and
 * generated documents, and compares what independent programs show before and after: the same number of pages, the same
 * picture outside of the stamp, and the stamp. PNG and JPEG pictures must look the same in a browser and in programs
 * that apply or ignore their colors. Exits with 1 if anything else changed.
 */
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findChildSandbox, noSandbox } from "../../src/platform/jobs/child-sandbox.ts";
import { WorkerPool } from "../../src/platform/jobs/worker-pool.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { ensureTools } from "../support/tools.ts";
import { writeGenerated } from "./differential/generated.ts";
import { PageCounter } from "./differential/page-counts.ts";
import { tryPictures, writeGeneratedPictures } from "./differential/pictures.ts";
import { type Result, tryDocument } from "./differential/trial.ts";

await ensureTools();
const started = performance.now();
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : (process.env.CORPUS ?? "").split(":").filter(Boolean);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "attestamp-differential-")));
const generated = join(scratch, "generated");
const lanes = availableParallelism();
const pool = new WorkerPool({
  size: lanes,
  command: [process.execPath, join(import.meta.dir, "../../src/main.ts"), "work"],
  temporaryFolder: scratch,
  childrenFolder: join(scratch, "children"),
  cacheFolder: join(scratch, "cache"),
  log: createLogger("silent"),
  sandbox: () => findChildSandbox() ?? noSandbox,
});
const results: Result[] = [];
try {
  writeGenerated(generated);
  const documents = [generated, ...folders].flatMap((folder) => listFiles(folder, /\.pdf$/i));
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => work(documents, join(scratch, `lane-${lane}`))),
  );
  const pictures = folders.flatMap((folder) => listFiles(folder, /\.(png|jpe?g)$/i));
  pictures.push(...(await writeGeneratedPictures(join(scratch, "pictures"))));
  for (const result of await tryPictures(pictures, pool, join(scratch, "picture"))) add(result);
} finally {
  await pool.stop();
  rmSync(scratch, { recursive: true, force: true });
}
report();
process.exit(results.some(({ failures }) => failures.length > 0) ? 1 : 0);

type Document = { name: string; path: string };

function listFiles(folder: string, kind: RegExp): Document[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return names
    .map((name) => join(folder, name))
    .filter((path) => kind.test(path) && statSync(path).isFile())
    .map((path) => ({ name: relative(folder, path), path: realpathSync(path) }));
}

/** Takes one document after another until none is left. */
async function work(documents: Document[], folder: string): Promise<void> {
  const counter = new PageCounter();
  try {
    for (let document = documents.shift(); document; document = documents.shift()) {
      add(await tryDocument(document.name, document.path, { pool, counter, folder }));
    }
  } finally {
    counter.stop();
  }
}

function add(result: Result): void {
  results.push(result);
  for (const failure of result.failures)
    console.log(`FAILED ${result.name} (${result.position}): ${failure}`);
}

function report(): void {
  const refused = results.filter(({ refusal }) => refusal !== undefined);
  for (const [sentence, count] of countEach(refused.map(({ refusal = "" }) => refusal)))
    console.log(`refused ${count}: ${sentence}`);
  for (const [reason, count] of countEach(results.flatMap(({ leftOut }) => [...new Set(leftOut)])))
    console.log(`not compared in ${count}: ${reason}`);
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const source =
    folders.length > 0 ? "with those of a folder" : "generated documents alone, no folder was given";
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${results.length} documents (${source}), ${refused.length} refused, ${seconds} s`);
  console.log(`${results.length - failed} passed, ${failed} failed`);
}

function countEach(texts: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
