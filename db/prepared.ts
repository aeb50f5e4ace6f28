import { type Placeholder, sql } from "drizzle-orm";
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
