/**
 * `bun run db:generate --name WHAT`: writes the migration for a change in `db/schema/` as drizzle-kit does for SQLite,
 * and writes it for PostgreSQL in `db/migrations/postgres/`. Both are reviewed, and committed with the schema. A
 * migration that already has a file for PostgreSQL keeps it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationsFolder } from "./migrations-folder.ts";
import { listMigrations, postgresFile } from "./postgres-migrations.ts";

const generate = ["bunx", "--bun", "drizzle-kit", "generate", "--config", "db/drizzle.config.ts"];
const { exitCode } = Bun.spawnSync([...generate, ...process.argv.slice(2)], {
  stdio: ["inherit", "inherit", "inherit"],
});
if (exitCode !== 0) process.exit(exitCode);
for (const tag of listMigrations()) {
  if (existsSync(postgresFile(tag))) continue;
  writeFileSync(postgresFile(tag), translate(readFileSync(join(migrationsFolder, `${tag}.sql`), "utf8")));
  console.log(`Please review ${postgresFile(tag)}.`);
}

/** Numbers, times and booleans are bigint, JSON is text, and texts compare byte by byte, as in SQLite. */
function translate(migration: string): string {
  return migration
    .replaceAll("`", '"')
    .replaceAll(/\binteger\b/gi, "bigint")
    .replaceAll(/\btext(?:\(\d+\))?(?=[\s,);]|$)/gm, 'text COLLATE "C"')
    .replaceAll(/\bblob\b/gi, "bytea")
    .replaceAll(/DEFAULT (true|false)/gi, (_, value) => `DEFAULT ${value.toLowerCase() === "true" ? 1 : 0}`);
}
