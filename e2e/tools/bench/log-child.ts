/** The public log in a separate process: a small log and a large one, with appends and receipts. */
import { join } from "node:path";
import type { Deps } from "../../../src/features/deps.ts";
import { getReceipt } from "../../../src/features/log/log.service.ts";
import { loadLog } from "../../../src/features/log/log-state.service.ts";
import { certify, fillLog } from "../../../src/features/log/test-log.ts";
import { createDeps } from "../../../src/server/create-deps.ts";
import { testConfig } from "../../../src/testing/test-server.ts";
import { processorMs, signThousand } from "./processor-time.ts";

/**
 * Milliseconds of each attempt, wall-clock or processor time as requested; the first number for a thousand entries, the
 * second for the requested number.
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
const small = openLog("small", 1_000);
const large = openLog("large", Number(entries));
// Alternating, so that the machine's load affects both.
const appends = inTurns(Number(tries), (deps) => ids.get(deps)?.push(certify(deps).id));
const receipts = inTurns(Math.ceil(Number(tries) / 4), askHundred);
const signatures = Array.from({ length: Math.ceil(Number(tries) / 4) }, () => timeOf(signThousand));
const startCheckMs = timeOf(() => loadLog(large), clockMs);
for (const { db } of [small, large]) db.$client.close();
console.log(JSON.stringify({ appends, receipts, signatures, startCheckMs } satisfies LogMeasures));

function openLog(name: string, size: number): Deps {
  const deps = createDeps(testConfig({ dataDir: join(dataDir, name) }));
  loadLog(deps);
  fillLog(deps, size);
  ids.set(deps, []);
  return deps;
}

function askHundred(deps: Deps): void {
  const known = ids.get(deps) ?? [];
  for (let at = 0; at < 100; at += 1) getReceipt(deps, known[at % known.length] ?? "");
}

function inTurns(times: number, work: (deps: Deps) => void): [number, number][] {
  return Array.from({ length: times }, () => [timeOf(() => work(small)), timeOf(() => work(large))]);
}

function timeOf(work: () => void, clock = now): number {
  const started = clock();
  work();
  return clock() - started;
}
