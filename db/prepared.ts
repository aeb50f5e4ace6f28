import type { Database } from "./client.ts";

/** The statement that `prepare` makes for a database, made once for each: building one takes longer than running it. */
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
