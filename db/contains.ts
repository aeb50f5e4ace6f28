import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** As many as the Cyrillic alphabet has. Statements cannot be nested much deeper. */
const maxLetters = 33;

/**
 * Whether the column contains the text, in upper or lower case. No character has a special meaning. In SQLite, lower()
 * knows only the letters of ASCII, and in PostgreSQL that depends on the database: the others are replaced one by one.
 */
export function contains(column: AnyColumn, text: string): SQL {
  const lower = text.toLowerCase();
  const pattern = `%${lower.replace(/[\\%_]/g, "\\$&")}%`;
  const inLowerCase = listOtherLetters(lower).reduce(
    (expression, letter) => sql`replace(${expression}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${column})`,
  );
  return sql`${inLowerCase} LIKE ${pattern} ESCAPE '\\'`;
}

/** The letters outside of ASCII that have an upper case. */
function listOtherLetters(lower: string): string[] {
  const letters = new Set(lower.match(/\P{ASCII}/gu));
  return [...letters].filter((letter) => letter.toUpperCase() !== letter).slice(0, maxLetters);
}
