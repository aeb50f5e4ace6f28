import Sqlite from "better-sqlite3";
import type { Database } from "../../../db/client.ts";
import { SqliteEngine } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import type { FaultPlan } from "./fault-plan.ts";

const diskFault = () => new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR");

/** The database of a folder, with every statement and every commit as a call of the plan. */
export async function openFaultyDatabase(dataDir: string, plan: FaultPlan): Promise<Database> {
  const db = await openDatabaseIn(dataDir);
  const { reader, writer } = SqliteEngine.of(db);
  for (const client of [reader, writer]) {
    const prepare = client.prepare.bind(client);
    Object.assign(client, { prepare: (sql: string) => faultyStatement(prepare(sql), sql, plan) });
  }
  return db;
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
        if (isRun && sql !== "ROLLBACK") return plan.call(name, diskFault, work);
        const result = work();
        return result === target ? faultyStatement(statement, sql, plan) : result;
      };
    },
  });
}
