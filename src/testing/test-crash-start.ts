/** Runs as a separate process: starts on a data folder, and crashes at the given database write. */

import { sqliteOf } from "../../db/client.ts";
import { openDatabaseIn } from "../../db/open.ts";
import { loadLog } from "../issuing/log/log-state.service.ts";
import { createDeps } from "../server/create-deps.ts";
import { testConfig } from "./test-server.ts";

const [dataDir = "", deadly = ""] = process.argv.slice(2);
const db = await openDatabaseIn(dataDir);
sqliteOf(db).function("die", () => process.kill(process.pid, "SIGKILL"));
const moment = {
  key: "registry_head WHEN instr(NEW.checkpoint, char(10)) = 0",
  checkpoint: "registry_head WHEN instr(NEW.checkpoint, char(10)) > 0",
  "third entry": "registry_entries WHEN NEW.position = 2",
}[deadly];
for (const change of ["INSERT", "UPDATE"]) {
  if (moment === undefined) break;
  sqliteOf(db).exec(
    `CREATE TEMP TRIGGER dying_${change} AFTER ${change} ON ${moment} BEGIN SELECT die(); END`,
  );
}
await loadLog(await createDeps(testConfig({ dataDir }), { db }));
