import { expect } from "bun:test";
import { isNotNull, ne } from "drizzle-orm";
import { closeDatabase } from "../../db/client.ts";
import { readConfiguredDatabase } from "../../db/open.ts";
import { certificates, documents, jobs, timeStamps } from "../../db/schema.ts";
import { assertIntegrity } from "./test-assert-integrity.ts";
import { filesIn } from "./test-documents.ts";
import { findTestDatabase } from "./test-postgres.ts";
import { until } from "./test-waiting.ts";

/** Checks that a data folder has no errors, no unfinished work and no orphan files. */
export async function expectIntegrity(dataDir: string): Promise<void> {
  await assertIntegrity(dataDir);
  const db = await readConfiguredDatabase({ dataDir, databaseUrl: findTestDatabase(dataDir) });
  const { originalPath, status, withdrawnAt } = documents;
  expect(await db.select().from(documents).where(ne(status, "completed")).all()).toEqual([]);
  expect(await db.select().from(jobs).all()).toEqual([]);
  const completed = await db.$count(certificates);
  expect(await db.$count(timeStamps)).toBe(completed * 2);
  const originals = await db.$count(documents, isNotNull(originalPath));
  const withdrawn = await db.$count(documents, isNotNull(withdrawnAt));
  await closeDatabase(db);
  await untilFilesAre(dataDir, (completed - withdrawn) * 2 + originals);
}

/** The server cleans up after it has reported a document as completed. */
async function untilFilesAre(dataDir: string, count: number): Promise<void> {
  await until(`there are ${count} files`, () => filesIn(dataDir).length === count);
}
