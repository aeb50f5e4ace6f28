/** Run as a process of its own: begins the log of a data folder, two certificates at a time, and dies at an entry. */

import { beginLog } from "../features/log/creation.service.ts";
import { createDeps } from "../server/create-deps.ts";
import { testConfig } from "./test-server.ts";

const [dataDir = "", position = "0"] = process.argv.slice(2);
const deps = createDeps(testConfig({ dataDir }));
deps.db.$client.function("die", () => process.kill(process.pid, "SIGKILL"));
deps.db.$client.exec(
  `CREATE TEMP TRIGGER dying AFTER INSERT ON registry_entries WHEN NEW.position = ${Number(position)}
   BEGIN SELECT die(); END`,
);
beginLog(deps, 2);
