import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { findIssues, rowChecks } from "../src/features/integrity/integrity-checks.ts";
import { readConfig } from "../src/server/read-config.ts";
import { type PostgresServer, startPostgres } from "../src/testing/test-postgres.ts";
import { makeTestFolder } from "../src/testing/test-server.ts";
import { closeDatabase, type Database } from "./client.ts";
import { openConfiguredDatabase } from "./open.ts";
import { PostgresEngine } from "./postgres-engine.ts";
import { migratePostgres } from "./postgres-migrations.ts";

setDefaultTimeout(600_000);
let server: PostgresServer;
let folder: string;
/** A superuser's connection to the database `postgres`. */
let admin: Database;
let address: URL;
beforeAll(async () => {
  server = await startPostgres();
  folder = makeTestFolder();
  address = new URL(server.makeDatabase("postgres"));
  admin = new PostgresEngine(address.href).db;
});
afterAll(async () => {
  await closeDatabase(admin);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const place = (database: string, role = "attestamp") => {
  const url = new URL(address);
  url.username = role;
  url.pathname = `/${database}`;
  return { dataDir: folder, databaseUrl: url.href };
};

async function runOn(database: string, statement: string): Promise<void> {
  const { db } = new PostgresEngine(place(database).databaseUrl);
  await db.run(sql.raw(statement));
  await closeDatabase(db);
}

/** The message with which a server refuses to start. */
async function refusal(database: string, role?: string): Promise<string> {
  const opened = openConfiguredDatabase(place(database, role));
  return opened.then(
    async (db) => {
      await closeDatabase(db);
      return "none";
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** The statement at the end of a message, which an operator copies. */
const statementIn = (message: string) => /: ([A-Z]{5,} [^:]*;)$/.exec(message)?.[1] ?? "";

test("a role that may not create tables gets the statement that allows it", async () => {
  await admin.run(sql.raw('CREATE ROLE "stamp-er" LOGIN'));
  await admin.run(sql.raw('CREATE DATABASE "Archive"'));
  const message = await refusal("Archive", "stamp-er");
  expect(message).toBe(
    'The role "stamp-er" may not create tables in the database "Archive". As an administrator of PostgreSQL, run this in that database: GRANT USAGE, CREATE ON SCHEMA public TO "stamp-er";',
  );
  await runOn("Archive", statementIn(message));
  expect(await refusal("Archive", "stamp-er")).toBe("none");
});

test("so does a role that may not even look into the schema", async () => {
  await admin.run(sql.raw("CREATE ROLE clerk LOGIN"));
  await admin.run(sql.raw("CREATE DATABASE closed"));
  await runOn("closed", "REVOKE ALL ON SCHEMA public FROM PUBLIC");
  const message = await refusal("closed", "clerk");
  expect(message).toContain("GRANT USAGE, CREATE ON SCHEMA public TO clerk;");
  await runOn("closed", statementIn(message));
  expect(await refusal("closed", "clerk")).toBe("none");
});

const latin = (name: string) => `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`;

test("a new database whose encoding lacks most characters is refused, with the statement that creates one which has them", async () => {
  await admin.run(sql.raw(latin("narrow")));
  const message = await refusal("narrow");
  expect(message).toContain("The database narrow has the encoding LATIN1");
  await admin.run(sql.raw(statementIn(message)));
  expect(await refusal("narrow_utf8")).toBe("none");
});

test("a database in use keeps working whatever its encoding, and the doctor names the encoding", async () => {
  await admin.run(sql.raw("CREATE DATABASE bytes ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0"));
  expect(await refusal("bytes")).toBe("none");
  await admin.run(sql.raw(latin("old")));
  await runOn(
    "old",
    `CREATE TABLE schema_migrations (tag text COLLATE "C" PRIMARY KEY, number bigint NOT NULL)`,
  );
  const { db } = new PostgresEngine(place("old").databaseUrl);
  await migratePostgres(db);
  const check = rowChecks.find(({ what }) => what === "the database can store every character");
  const issues = check ? await findIssues(check, { db, config: readConfig({}) }) : [];
  await closeDatabase(db);
  expect(issues).toEqual(["its encoding is LATIN1: names with other characters fail"]);
});
