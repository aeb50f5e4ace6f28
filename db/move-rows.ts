import { createHash } from "node:crypto";
import { is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./engine.ts";
import * as schema from "./schema.ts";

/** `key`: the columns of the primary key. */
type Table = { name: string; columns: string[]; key: string[] };
type Row = unknown[];

export type TableContent = { table: string; rows: number; sha256: string };

/** The tables that belong to the servers of one database and are not moved: their leases, and their sealed keys. */
const serverTables = ["leases", "sealed_keys"];
/** SQLite accepts 32,766 parameters per statement, PostgreSQL 65,535. */
const maxParams = 30_000;
const maxBatch = 1_000;

/** All tables, each after those that it refers to. */
function listTables(): Table[] {
  const configs = Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map(getTableConfig);
  const ordered: typeof configs = [];
  const add = (config: (typeof configs)[number]): void => {
    if (ordered.includes(config)) return;
    for (const { reference } of config.foreignKeys) {
      const { name } = getTableConfig(reference().foreignTable);
      const referred = configs.find((other) => other.name === name && other !== config);
      if (referred) add(referred);
    }
    ordered.push(config);
  };
  for (const config of configs) add(config);
  return ordered.map(({ name, columns, primaryKeys }) => ({
    name,
    columns: columns.map((column) => column.name),
    key: [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)].map(
      (column) => column.name,
    ),
  }));
}

const movedTables = (): Table[] => listTables().filter(({ name }) => !serverTables.includes(name));
const named = (names: string[]): SQL =>
  sql.join(
    names.map((name) => sql`${sql.identifier(name)}`),
    sql`, `,
  );
const valued = (values: Row): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** The rows as the engine stores them, sorted by key, in batches. */
async function* readRows(db: Database, { name, columns, key }: Table): AsyncGenerator<Row[]> {
  const size = Math.min(maxBatch, Math.floor(maxParams / columns.length));
  const at = key.map((column) => columns.indexOf(column));
  for (let after = sql``; ; ) {
    const rows = await db.values<Row>(
      sql`SELECT ${named(columns)} FROM ${sql.identifier(name)}${after} ORDER BY ${named(key)} LIMIT ${sql.raw(String(size))}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => row.map(toStorable));
    after = sql` WHERE (${named(key)}) > (${valued(at.map((index) => last[index]))})`;
  }
}

/** PostgreSQL cannot store NUL characters, which older versions of the product accepted in some texts. */
const toStorable = (value: unknown) => (typeof value === "string" ? value.replaceAll("\0", "") : value);

/** Copies all rows except those of `serverTables`. `to` must be empty. */
export async function copyRows(from: Database, to: Database, say: (line: string) => void): Promise<void> {
  for (const table of movedTables()) {
    let copied = 0;
    for await (const rows of readRows(from, table)) {
      const values = sql.join(
        rows.map((row) => sql`(${valued(row)})`),
        sql`, `,
      );
      await to.run(sql`INSERT INTO ${sql.identifier(table.name)} (${named(table.columns)}) VALUES ${values}`);
      copied += rows.length;
    }
    if (copied > 0) say(`${table.name}: ${copied} rows`);
  }
}

/** The number of rows of each table, and a hash over all their values. */
export async function describeRows(db: Database): Promise<TableContent[]> {
  const contents: TableContent[] = [];
  for (const table of movedTables()) {
    const hash = createHash("sha256");
    let count = 0;
    for await (const rows of readRows(db, table)) {
      for (const row of rows) hash.update(`${JSON.stringify(row.map(toText))}\n`);
      count += rows.length;
    }
    contents.push({ table: table.name, rows: count, sha256: hash.digest("hex") });
  }
  return contents;
}

const toText = (value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;

/** Whether a server has ever worked with these tables. */
export async function hasRows(db: Database): Promise<boolean> {
  for (const { name } of listTables()) {
    if ((await db.values(sql`SELECT 1 FROM ${sql.identifier(name)} LIMIT 1`)).length > 0) return true;
  }
  return false;
}

export async function removeRows(db: Database): Promise<void> {
  for (const { name } of listTables().toReversed()) await db.run(sql`DELETE FROM ${sql.identifier(name)}`);
}
