import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { AppError } from "../src/errors.ts";
import type { Database } from "./engine.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { findCode } from "./postgres-ping.ts";

/** The tables of the oldest release that runs on PostgreSQL; its file creates all of them. */
const firstTag = "0025_ticket-answers";

type Journal = { entries: { tag: string }[] };

/**
 * Applies the committed migrations, all or none, even if several servers start at the same time. Throws AppError if a
 * newer version of the product has used the database.
 */
export async function migratePostgres(db: Database): Promise<void> {
  await ensureOwnTable(db);
  await db.transaction(
    async (db) => {
      await db.run(sql`LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE`);
      const applied = await listApplied(db);
      refuseNewer(applied);
      const known = listMigrations();
      for (const [number, tag] of known.entries()) {
        if (applied.includes(tag)) continue;
        for (const statement of readStatements(tag)) await db.run(sql.raw(statement));
        await db.run(sql`INSERT INTO schema_migrations (tag, number) VALUES (${tag}, ${number})`);
      }
    },
    // Creating an index over many rows may take a long time, and so may waiting for another server that creates it.
    { isolation: "read committed", mayTakeLong: true },
  );
}

/** PostgreSQL refuses one of two `CREATE TABLE IF NOT EXISTS` that run at the same time. */
async function ensureOwnTable(db: Database): Promise<void> {
  if (await hasOwnTable(db)) return;
  await requireEveryCharacter(db);
  try {
    await db.run(
      sql`CREATE TABLE schema_migrations (tag text COLLATE "C" PRIMARY KEY, number bigint NOT NULL)`,
    );
  } catch (error) {
    if (await hasOwnTable(db)) return;
    throw forbidsTables.has(findCode(error)) ? await forbidden(db, error) : error;
  }
}

/**
 * insufficient_privilege; and invalid_schema_name, if the role may not even look into the schema. Since PostgreSQL 15,
 * only the owner of a database may create tables in its schema `public`.
 */
const forbidsTables: ReadonlySet<string> = new Set(["42501", "3F000"]);

async function forbidden(db: Database, cause: unknown): Promise<AppError> {
  const [row = []] = await db.values(
    sql`SELECT quote_ident(current_user), quote_ident(current_database()), quote_ident(coalesce(current_schema(), 'public'))`,
  );
  const [role, database, schema] = row.map(String);
  return new AppError(
    "unavailable",
    "postgres-schema-forbidden",
    "The role {role} may not create tables in the database {database}. As an administrator of PostgreSQL, run this in that database: GRANT USAGE, CREATE ON SCHEMA {schema} TO {role};",
    { params: { role: role ?? "", database: database ?? "", schema: schema ?? "" }, cause },
  );
}

/** Encodings that store every character: SQL_ASCII stores whatever bytes it gets. */
const encodingsOfEverything = ["UTF8", "SQL_ASCII"];

/** The encoding of a database that cannot store every character; undefined for any other. */
export async function findNarrowEncoding(db: Database): Promise<string | undefined> {
  const [row = []] = await db.values(sql`SELECT current_setting('server_encoding')`);
  const encoding = String(row[0]);
  return encodingsOfEverything.includes(encoding) ? undefined : encoding;
}

/** Only for a database without our tables. Those that have them keep working as far as their encoding goes. */
async function requireEveryCharacter(db: Database): Promise<void> {
  const encoding = await findNarrowEncoding(db);
  if (encoding === undefined) return;
  const [row = []] = await db.values(
    sql`SELECT quote_ident(current_database()), quote_ident(current_database() || '_utf8'), quote_ident(current_user)`,
  );
  const [database, replacement, role] = row.map(String);
  throw new AppError(
    "unavailable",
    "postgres-encoding-narrow",
    "The database {database} has the encoding {encoding}, which lacks most of the characters that names have. As an administrator of PostgreSQL, create another one and name it in DATABASE_URL: CREATE DATABASE {replacement} OWNER {role} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;",
    {
      params: {
        encoding,
        database: database ?? "",
        replacement: replacement ?? "",
        role: role ?? "",
      },
    },
  );
}

async function hasOwnTable(db: Database): Promise<boolean> {
  const [row] = await db.values(sql`SELECT to_regclass('schema_migrations') IS NOT NULL`);
  return row?.[0] === true;
}

/** Throws AppError if the tables are not those of this version. */
export async function requireMigrated(db: Database): Promise<void> {
  const applied = (await hasOwnTable(db)) ? await listApplied(db) : [];
  refuseNewer(applied);
  if (applied.length === listMigrations().length) return;
  throw new AppError(
    "unavailable",
    "postgres-of-older-version",
    "The database is of an older version. Please start the server on it once.",
  );
}

function refuseNewer(applied: string[]): void {
  const known = listMigrations();
  if (applied.every((tag) => known.includes(tag))) return;
  throw new AppError(
    "unavailable",
    "postgres-too-new",
    "The database was used by a newer version of this program. Please start that version.",
  );
}

async function listApplied(db: Database): Promise<string[]> {
  const rows = await db.values(sql`SELECT tag FROM schema_migrations ORDER BY number`);
  return rows.map(([tag]) => String(tag));
}

/** The names of all migrations for PostgreSQL, oldest first. */
export function listMigrations(): string[] {
  const journal: Journal = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8"));
  const tags = journal.entries.map(({ tag }) => tag);
  return tags.slice(tags.indexOf(firstTag));
}

/** The file of a migration for PostgreSQL, which generate-migration.ts writes. */
export const postgresFile = (tag: string): string => join(migrationsFolder, "postgres", `${tag}.sql`);

function readStatements(tag: string): string[] {
  return readFileSync(postgresFile(tag), "utf8")
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
