/** The registry on its own, in a process of its own: a log of a million entries, appended to and asked for receipts. */
import { createDeps } from "../../src/deps.ts";
import { testConfig } from "../../src/http/test-server.ts";
import { openRegistry } from "../../src/registry/opening.service.ts";
import { receiptOf } from "../../src/registry/registry.service.ts";
import { certify, fillLog } from "../../src/registry/test-log.ts";

export type LogMeasures = {
  /** Milliseconds of single appends, each a transaction on the disk. */
  appendsAtThousand: number[];
  appendsAtMillion: number[];
  receiptsPerSecond: number;
  startCheckMs: number;
};

const appends = 200;
const receipts = 3_000;

const deps = createDeps(testConfig({ dataDir: process.argv[2] ?? "" }));
openRegistry(deps);
const ids: string[] = [];

fillLog(deps, 1_000);
const appendsAtThousand = measureAppends();
fillLog(deps, 1_000_000);
const appendsAtMillion = measureAppends();
const startedReceipts = performance.now();
for (let at = 0; at < receipts; at += 1) receiptOf(deps, ids[at % ids.length] ?? "");
const receiptsPerSecond = (receipts * 1000) / (performance.now() - startedReceipts);
const startedCheck = performance.now();
openRegistry(deps);
const startCheckMs = performance.now() - startedCheck;
deps.db.$client.close();
const measures: LogMeasures = { appendsAtThousand, appendsAtMillion, receiptsPerSecond, startCheckMs };
console.log(JSON.stringify(measures));

function measureAppends(): number[] {
  return Array.from({ length: appends }, () => {
    const started = performance.now();
    ids.push(certify(deps).id);
    return performance.now() - started;
  });
}
