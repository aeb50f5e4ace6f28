/** The public log in a separate process: a small log and a large one, with appends and receipts. */
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import type { Deps } from "../../../src/features/deps.ts";
import { getReceipt } from "../../../src/issuing/log/log.service.ts";
import { loadLog } from "../../../src/issuing/log/log-state.service.ts";
import { certify, fillLog } from "../../../src/issuing/log/test-log.ts";
import { createDeps } from "../../../src/server/create-deps.ts";
import { testConfig } from "../../../src/testing/test-server.ts";
import { processorMs, signThousand } from "./processor-time.ts";

/**
 * Milliseconds of each attempt, wall-clock or processor time as requested; the first number is for a thousand entries,
 * the second for the requested number.
 */
export type LogMeasures = {
  /** Single appends, each a transaction on disk. */
  appends: [small: number, large: number][];
  /** A hundred receipts. */
  receipts: [small: number, large: number][];
  /** A thousand signatures. */
  signatures: number[];
  /** Wall-clock time. */
  startCheckMs: number;
};

const [dataDir = "", entries = "", tries = "", by = ""] = process.argv.slice(2);
const clockMs = () => performance.now();
const now = by === "processor" ? processorMs : clockMs;
/** The documents that were appended to each log. */
const ids = new Map<Deps, string[]>();
const small = await openLog("small", 1_000);
const large = await openLog("large", Number(entries));
// Alternating, so that the machine's load affects both.
const appends = await inTurns(Number(tries), async (deps) => {
  ids.get(deps)?.push((await certify(deps)).id);
});
const receipts = await inTurns(Math.ceil(Number(tries) / 4), askHundred);
const signatures: number[] = [];
for (let at = 0; at < Number(tries) / 4; at += 1) signatures.push(await measureTime(signThousand));
const startCheckMs = await measureTime(() => loadLog(large), clockMs);
for (const { db } of [small, large]) await closeDatabase(db);
console.log(JSON.stringify({ appends, receipts, signatures, startCheckMs } satisfies LogMeasures));

async function openLog(name: string, size: number): Promise<Deps> {
  const deps = await createDeps(testConfig({ dataDir: join(dataDir, name) }));
  await loadLog(deps);
  await fillLog(deps, size);
  ids.set(deps, []);
  return deps;
}

async function askHundred(deps: Deps): Promise<void> {
  const known = ids.get(deps) ?? [];
  for (let at = 0; at < 100; at += 1) await getReceipt(deps, known[at % known.length] ?? "");
}

async function inTurns(times: number, work: (deps: Deps) => Promise<void>): Promise<[number, number][]> {
  const found: [number, number][] = [];
  for (let at = 0; at < times; at += 1)
    found.push([await measureTime(() => work(small)), await measureTime(() => work(large))]);
  return found;
}

async function measureTime(work: () => unknown, clock = now): Promise<number> {
  const started = clock();
  await work();
  return clock() - started;
}
