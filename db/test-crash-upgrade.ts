/** Run as a process of its own: brings the database of a data folder up to date, and dies at the statement said. */
import Sqlite from "better-sqlite3";
import { openDatabaseIn } from "./open.ts";

const [dataDir = "", deadline = ""] = process.argv.slice(2);
const { prepare } = Sqlite.prototype;
let inUpgrade = 0;
Object.assign(Sqlite.prototype, {
  prepare(this: Sqlite.Database, sql: string) {
    if (this.inTransaction) inUpgrade += 1;
    if (inUpgrade === Number(deadline)) process.kill(process.pid, "SIGKILL");
    return prepare.call(this, sql);
  },
});
await openDatabaseIn(dataDir);
