/** Runs as a separate process: retires the log of a data folder, and crashes in the middle. */

import { sqliteOf } from "../../db/client.ts";
import { retireLog } from "../issuing/log/retirement.service.ts";
import { replaceWitnessKey } from "../issuing/witnesses/cosign-other-logs.service.ts";
import { createDeps } from "../server/create-deps.ts";
import { testConfig } from "./test-server.ts";

const [dataDir = ""] = process.argv.slice(2);
const deps = await createDeps(testConfig({ dataDir }));
sqliteOf(deps.db).function("die", () => process.kill(process.pid, "SIGKILL"));
sqliteOf(deps.db).exec("CREATE TEMP TRIGGER dying AFTER UPDATE ON registry_head BEGIN SELECT die(); END");
await retireLog(deps, replaceWitnessKey);
