/** Runs as a separate process: cosigns another log in a data folder, and crashes at the given moment. */

import { loadLog } from "../issuing/log/log-state.service.ts";
import { cosignCheckpoint } from "../issuing/witnesses/cosign-other-logs.service.ts";
import { otherLog } from "../issuing/witnesses/test-other-log.ts";
import { createDeps } from "../server/create-deps.ts";
import { testConfig } from "./test-server.ts";

const [dataDir = "", moment = ""] = process.argv.slice(2);
const log = otherLog("one");
const deps = await createDeps(testConfig({ dataDir, witnessFor: [log.verifier] }));
await loadLog(deps);

const die = () => process.kill(process.pid, "SIGKILL");

await cosignCheckpoint(deps, await log.request(0, 5), "test");
const { witnessKey } = deps;
Object.defineProperty(deps, "witnessKey", {
  get() {
    if (moment === "before its line is on the disk") die();
    return witnessKey;
  },
});
await cosignCheckpoint(deps, await log.request(5, 9), "test");
die();
