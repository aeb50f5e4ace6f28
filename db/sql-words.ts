import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./engine.ts";

/** Where the engines need different words for one thing. Everything else is SQL that both understand. */

/**
 * At the end of a SELECT of a transaction: the rows stay as they are until it ends, and other transactions that want
 * the same wait. SQLite has one writer, so nothing changes there anyway. References to the rows do not wait.
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

/** The driver would write a text that is meant as JSON as a JSON string. */
const elements = (name: string) =>
  sql`jsonb_array_elements_text(CAST(CAST(${sql.placeholder(name)} AS text) AS jsonb))`;
