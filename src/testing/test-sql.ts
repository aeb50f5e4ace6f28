import { join } from "node:path";
import type { Statement } from "better-sqlite3";
import { type Database, sqliteOf } from "../../db/client.ts";
import { PostgresEngine } from "../../db/postgres-engine.ts";
import { findPostgresPrograms } from "./test-postgres.ts";

/** SQL that a test runs directly, on the engine under test. Each statement finishes before anything else runs. */
export type TestSql = { prepare: (text: string) => TestStatement; exec: (text: string) => unknown };

type TestStatement = {
  run: (...params: unknown[]) => unknown;
  /** Runs it once for each row of values. On PostgreSQL, a run takes as long as starting a program; these take one. */
  runEach: (rows: unknown[][]) => unknown;
  get: (...params: unknown[]) => unknown;
  all: (...params: unknown[]) => unknown[];
  /** Returns only the first column. */
  pluck: () => TestStatement;
};

/** Runs SQL that both engines understand, with `?` for the values. */
export function sqlOf(db: Database): TestSql {
  if (db.engine === "sqlite") {
    const sqlite = sqliteOf(db);
    return { prepare: (text) => sqliteStatement(sqlite.prepare(text)), exec: (text) => sqlite.exec(text) };
  }
  const { url } = PostgresEngine.of(db);
  return { prepare: (text) => postgresStatement(url, text), exec: (text) => runPsql(url, text) };
}

function sqliteStatement(statement: Statement<unknown[]>): TestStatement {
  return {
    run: (...params) => statement.run(...params),
    runEach: (rows) => rows.map((params) => statement.run(...params)),
    get: (...params) => statement.get(...params),
    all: (...params) => statement.all(...params),
    pluck: () => sqliteStatement(statement.pluck()),
  };
}

function postgresStatement(url: string, text: string, pick = (row: object): unknown => row): TestStatement {
  const all = (...params: unknown[]) => {
    const rows = `SELECT coalesce(json_agg(row_to_json(found)), '[]') FROM (${fill(text, params)}) found`;
    const found: object[] = JSON.parse(runPsql(url, rows));
    return found.map(pick);
  };
  return {
    all,
    get: (...params) => all(...params)[0],
    run: (...params) => runPsql(url, fill(text, params)),
    runEach: (rows) => runPsql(url, rows.map((params) => fill(text, params)).join(";\n")),
    pluck: () => postgresStatement(url, text, (row) => Object.values(row)[0]),
  };
}

function fill(text: string, params: unknown[]): string {
  const left = [...params];
  return text.replaceAll("?", () => print(left.shift()));
}

function print(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return value === null || value === undefined ? "NULL" : `'${String(value).replaceAll("'", "''")}'`;
}

function runPsql(url: string, text: string): string {
  const options = ["-qAt", "--set", "ON_ERROR_STOP=1", "--single-transaction", "--file=-", url];
  const psql = [join(findPostgresPrograms(), "psql"), ...options];
  const { success, stdout, stderr } = Bun.spawnSync(psql, { stdin: Buffer.from(text) });
  if (!success) throw new Error(stderr.toString());
  return stdout.toString();
}
