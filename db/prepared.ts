import { type Column, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** The statement that `prepare` builds, cached per database because building takes longer than running. */
export function prepared<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const made = new WeakMap<Database, Statement>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const statement = prepare(db);
    made.set(db, statement);
    return statement;
  };
}

/**
 * A placeholder for each of these columns, filled by the property of the same name. A column of times, booleans or JSON
 * must not be filled with null.
 */
export function placeholders<Name extends string>(...names: Name[]): { [One in Name]: Placeholder<One> } {
  const entries = names.map((name) => [name, sql.placeholder(name)]);
  return Object.fromEntries(entries);
}

/** The same for the columns that an UPDATE sets; any of them may be filled with null. */
export function assignments<Name extends string>(
  table: Record<Name, Column>,
  ...names: Name[]
): { [One in Name]: SQL } {
  const entries = names.map((name) => {
    const mapToDriverValue = (value: unknown) =>
      value === null ? null : table[name].mapToDriverValue(value);
    return [name, sql`${sql.param(sql.placeholder(name), { mapToDriverValue })}`];
  });
  return Object.fromEntries(entries);
}
