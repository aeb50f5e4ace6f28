/**
 * Runs as a separate process: appends to the log of a data folder and prints a line for each entry, until it is killed
 * or crashes at the given moment.
 */
import { writeSync } from "node:fs";
import { loadLog } from "../issuing/log/log-state.service.ts";
import { storeNewestCheckpoint } from "../issuing/log/stored-checkpoint.service.ts";
import { certify } from "../issuing/log/test-log.ts";
import { createDeps } from "../server/create-deps.ts";
import { testConfig } from "./test-server.ts";

const [dataDir = "", moment = ""] = process.argv.slice(2);
const deps = await createDeps(testConfig({ dataDir }));
await loadLog(deps);

const die = () => process.kill(process.pid, "SIGKILL");

if (moment === "in the transaction") await certify(deps, { beforeCommit: die });
while (true) {
  await certify(deps);
  if (moment === "after the transaction") die();
  await storeNewestCheckpoint(deps);
  if (moment === "after its checkpoint was kept") die();
  writeSync(1, "in the log\n");
}
