/**
 * The registry on its own, in a process of its own: a small log and a large one, appended to and asked for receipts.
 */
import { join } from "node:path";
import { createDeps, type Deps } from "../../src/deps.ts";
import { testConfig } from "../../src/http/test-server.ts";
import { openRegistry } from "../../src/registry/opening.service.ts";
import { receiptOf } from "../../src/registry/registry.service.ts";
import { certify, fillLog } from "../../src/registry/test-log.ts";

/** Milliseconds of each try, the first number at a thousand entries, the second at so many as were asked for. */
export type LogMeasures = {
  /** Single appends, each a transaction on the disk. */
  appends: [small: number, large: number][];
  /** A hundred receipts. */
  receipts: [small: number, large: number][];
  /** Of the processor, for one receipt of the large log. */
  receiptCpuMs: number;
  startCheckMs: number;
};

const [dataDir = "", entries = "", tries = ""] = process.argv.slice(2);
/** The documents that were appended to each log. */
const ids = new Map<Deps, string[]>();
const small = openLog("small", 1_000);
const large = openLog("large", Number(entries));
// In turns, so that whatever else the machine does falls upon both.
const appends = inTurns(Number(tries), (deps) => ids.get(deps)?.push(certify(deps).id));
const receipts = inTurns(Math.ceil(Number(tries) / 10), askHundred);
const receiptCpuMs = cpuTimeOf(() => askHundred(large)) / 100;
const startCheckMs = timeOf(() => openRegistry(large));
for (const { db } of [small, large]) db.$client.close();
console.log(JSON.stringify({ appends, receipts, receiptCpuMs, startCheckMs } satisfies LogMeasures));

function openLog(name: string, size: number): Deps {
  const deps = createDeps(testConfig({ dataDir: join(dataDir, name) }));
  openRegistry(deps);
  fillLog(deps, size);
  ids.set(deps, []);
  return deps;
}

function askHundred(deps: Deps): void {
  const known = ids.get(deps) ?? [];
  for (let at = 0; at < 100; at += 1) receiptOf(deps, known[at % known.length] ?? "");
}

function inTurns(times: number, work: (deps: Deps) => void): [number, number][] {
  return Array.from({ length: times }, () => [timeOf(() => work(small)), timeOf(() => work(large))]);
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** What the processor worked for it, in milliseconds: other programs do not count, however busy the machine is. */
function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
