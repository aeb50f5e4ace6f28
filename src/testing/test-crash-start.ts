/** Run as a process of its own: starts on a data folder, and dies when the database is to keep a head of this kind. */
import { openDatabaseIn } from "../../db/open.ts";
import { loadLog } from "../features/log/startup-check.service.ts";
import { createDeps } from "../server/create-deps.ts";
import { testConfig } from "./test-server.ts";

const [dataDir = "", deadly = ""] = process.argv.slice(2);
const db = openDatabaseIn(dataDir);
db.$client.function("die", () => process.kill(process.pid, "SIGKILL"));
const isDeadly = {
  key: "instr(NEW.checkpoint, char(10)) = 0",
  checkpoint: "instr(NEW.checkpoint, char(10)) > 0",
}[deadly];
for (const change of ["INSERT", "UPDATE"]) {
  if (isDeadly === undefined) break;
  db.$client.exec(
    `CREATE TEMP TRIGGER dying_${change} AFTER ${change} ON registry_head WHEN ${isDeadly} BEGIN SELECT die(); END`,
  );
}
loadLog(createDeps(testConfig({ dataDir }), { db }));
