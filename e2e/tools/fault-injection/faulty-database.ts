import Sqlite from "better-sqlite3";
import type { Database } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { SqliteEngine } from "../../../db/sqlite-engine.ts";
import { WalFile, WalSync } from "../../../db/wal-sync.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { diskFault } from "./faulty-disk.ts";

const databaseFault = () => new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR");

/** The database of a folder, with every statement, every commit and every sync of commits as a call of the plan. */
export async function openFaultyDatabase(dataDir: string, plan: FaultPlan): Promise<Database> {
  const { reader, writer } = SqliteEngine.of(await openDatabaseIn(dataDir));
  for (const client of [reader, writer]) {
    const prepare = client.prepare.bind(client);
    Object.assign(client, { prepare: (sql: string) => faultyStatement(prepare(sql), sql, plan) });
  }
  const file = new WalFile(writer.name);
  const faultyFile = {
    sync: () => plan.callLater("database: sync", diskFault, () => file.sync()),
    close: () => file.close(),
  };
  return new SqliteEngine(writer, reader, new WalSync(faultyFile)).db;
}

function faultyStatement(statement: Sqlite.Statement, sql: string, plan: FaultPlan): Sqlite.Statement {
  const name = `database: ${sql.trim().split(/\s+/).slice(0, 3).join(" ")}`;
  return new Proxy(statement, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const work = (): unknown => Reflect.apply(member, target, args);
        const isRun = property === "run" || property === "get" || property === "all";
        if (isRun && sql !== "ROLLBACK") return plan.call(name, databaseFault, work);
        const result = work();
        return result === target ? faultyStatement(statement, sql, plan) : result;
      };
    },
  });
}
