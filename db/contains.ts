import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** The length of the Cyrillic alphabet. Statements cannot be nested much deeper. */
const maxLetters = 33;

/**
 * Whether the column contains the text, ignoring case. No character has a special meaning. In SQLite, lower() handles
 * only ASCII letters, and in PostgreSQL it depends on the database, so other letters are replaced one by one.
 */
export function contains(column: AnyColumn | SQL, text: string): SQL {
  const lower = text.toLowerCase();
  const pattern = `%${lower.replace(/[\\%_]/g, "\\$&")}%`;
  const inLowerCase = listOtherLetters(lower).reduce(
    (expression, letter) => sql`replace(${expression}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${column})`,
  );
  return sql`${inLowerCase} LIKE ${pattern} ESCAPE '\\'`;
}

/** The non-ASCII letters that have an uppercase form. */
function listOtherLetters(lower: string): string[] {
  const letters = new Set(lower.match(/\P{ASCII}/gu));
  return [...letters].filter((letter) => letter.toUpperCase() !== letter).slice(0, maxLetters);
}
