import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Database } from "./engine.ts";

/** The SQL expressions that differ between the engines. Everything else is SQL that both understand. */

/**
 * Added to the end of a SELECT in a transaction: locks its rows until the transaction ends, so other transactions that
 * lock them must wait. SQLite has only one writer, so it needs no lock. Writing foreign keys to the rows does not wait.
 */
export function locked(db: Database): SQL {
  return db.engine === "sqlite" ? sql`` : sql` FOR NO KEY UPDATE`;
}

/** The values of a JSON array of texts, which fills the placeholder `name`. */
export function listedTexts(db: Database, name: string): SQL {
  return db.engine === "sqlite"
    ? sql`(SELECT value FROM json_each(${sql.placeholder(name)}))`
    : sql`(SELECT ${elements(name)})`;
}

/** The values of a JSON array of whole numbers, which fills the placeholder `name`. */
export function listedNumbers(db: Database, name: string): SQL {
  return db.engine === "sqlite" ? listedTexts(db, name) : sql`(SELECT CAST(${elements(name)} AS bigint))`;
}

/** Whether a condition holds for one of the texts in a column with a JSON object of texts; their names do not count. */
export function someText(db: Database, column: AnyColumn, condition: (value: SQL) => SQL): SQL {
  const values =
    db.engine === "sqlite" ? sql`json_each(${column})` : sql`jsonb_each_text(CAST(${column} AS jsonb))`;
  return sql`EXISTS (SELECT 1 FROM ${values} AS one WHERE ${condition(sql`one.value`)})`;
}

/** The driver would encode text that is already JSON as a JSON string. */
const elements = (name: string) =>
  sql`jsonb_array_elements_text(CAST(CAST(${sql.placeholder(name)} AS text) AS jsonb))`;
