/**
 * `bun run test:postgres [FILE…]`: runs the tests that start a server, and with it repositories and services, on
 * PostgreSQL instead of SQLite; without files, all of them but those listed below.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const startsServer = /\b(startTestServer|startWorkingServer|startServerWithOwnChildren|openShop)\b/;
/** Tests that read SQLite's file, use its SQL dialect or count its writes. */
const isAboutSqlite =
  /\bsqliteOf\b|\bnoteLimits\b|\.sqlite\b|\bopenDatabaseIn\b|\bmakeBackup\b|\brestoreBackup\b/;
/** Tests of backups and of a data folder's contents, and tests that run the program on their server's data folder. */
const aboutDataFolders = [
  "src/features/backup/schedule.test.ts",
  "src/issuing/attestations/attestation-keys.test.ts",
  "src/issuing/log/crash.test.ts",
  "src/issuing/log/log.test.ts",
  "src/issuing/tsa/clock.test.ts",
  "src/issuing/tsa/start-again.test.ts",
  "src/issuing/tsa/trusted-lists.test.ts",
  "src/issuing/witnesses/witness.test.ts",
  "src/server/cli/backup.test.ts",
  "src/server/cli/doctor.test.ts",
  "src/server/cli/restore.test.ts",
  "src/server/dishonest-operators.test.ts",
  "src/server/http/stored-files.test.ts",
];
/** Tests of conversions, and of programs that read what was issued: the database has no part in their outcome. */
const aboutFiles = [
  "src/features/documents/extra-types.test.ts",
  "src/issuing/tsa/long-term.test.ts",
  "src/server/cli/verify.test.ts",
];
const leftOut = [...aboutDataFolders, ...aboutFiles];

const given = process.argv.slice(2);
const tests = given.length > 0 ? given : findTests();
const run = ["bun", "test", "--timeout", "600000", "--parallel=3", "--no-isolate", ...tests];
const child = Bun.spawn(run, {
  cwd: root,
  env: { ...process.env, TEST_DATABASE: "postgres" },
  stdout: "inherit",
  stderr: "inherit",
});
process.exit(await child.exited);

function findTests(): string[] {
  return readdirSync(join(root, "src"), { recursive: true })
    .map((name) => join("src", String(name)))
    .filter((name) => name.endsWith(".test.ts") && !leftOut.includes(name))
    .filter((name) => {
      const text = readFileSync(join(root, name), "utf8");
      return startsServer.test(text) && !isAboutSqlite.test(text);
    })
    .toSorted();
}
