import Sqlite from "better-sqlite3";
import type { Database } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import type { FaultPlan } from "./fault-plan.ts";

const diskFault = () => new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR");
const behaviors = ["deferred", "immediate", "exclusive"] as const;

type Work = (...args: unknown[]) => unknown;

/** The database of a folder, with every statement and every commit as a call of the plan. */
export function openFaultyDatabase(dataDir: string, plan: FaultPlan): Database {
  const db = openDatabaseIn(dataDir);
  const client = db.$client;
  const prepare = client.prepare.bind(client);
  const transaction = client.transaction.bind(client);
  Object.assign(client, {
    prepare: (sql: string) => faultyStatement(prepare(sql), sql, plan),
    transaction(work: Work) {
      const run =
        (behavior: "default" | (typeof behaviors)[number]): Work =>
        (...args) => {
          if (client.inTransaction) return transaction(work)[behavior](...args);
          const commit = { isLost: false };
          const watched = transaction((...inner: unknown[]) => {
            const result = work(...inner);
            const fate = plan.next("database: commit");
            if (fate === "before") throw diskFault();
            commit.isLost = fate === "after";
            return result;
          });
          const result = watched[behavior](...args);
          if (commit.isLost) throw diskFault();
          return result;
        };
      return Object.assign(run("default"), Object.fromEntries(behaviors.map((one) => [one, run(one)])));
    },
  });
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
        if (property === "run" || property === "get" || property === "all")
          return plan.call(name, diskFault, work);
        const result = work();
        return result === target ? faultyStatement(statement, sql, plan) : result;
      };
    },
  });
}
