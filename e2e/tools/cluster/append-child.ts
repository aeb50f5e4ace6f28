/**
 * One of several servers that append to the log: `append-child.ts FOLDER URL WRITERS MS`, starting when a line arrives
 * on stdin.
 */
import { closeDatabase } from "../../../db/client.ts";
import { loadLog } from "../../../src/issuing/log/log-state.service.ts";
import { certify } from "../../../src/issuing/log/test-log.ts";
import { createDeps } from "../../../src/server/create-deps.ts";
import { testConfig } from "../../../src/testing/test-server.ts";

const [dataDir = "", databaseUrl, writers, ms] = process.argv.slice(2);
const keysSecret = { current: "a secret of the servers that only this bench uses", previous: undefined };
const deps = await createDeps({ ...testConfig({ dataDir }), databaseUrl, keysSecret });
await loadLog(deps);
await certify(deps);
console.log("ready");
for await (const _ of console) break;
const until = performance.now() + Number(ms);
let appends = 0;
async function write(): Promise<void> {
  while (performance.now() < until) {
    await certify(deps);
    appends += 1;
  }
}
await Promise.all(Array.from({ length: Number(writers) }, write));
await closeDatabase(deps.db);
console.log(String(appends));
