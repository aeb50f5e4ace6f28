/** Runs as a separate process: migrates the database of a data folder, and crashes at the given statement. */
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
