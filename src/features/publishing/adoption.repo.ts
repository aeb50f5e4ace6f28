import { and, asc, count, eq, exists, gt, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import { adoptedFiles, adoptedRecords, adoptions, certificates } from "../../../db/schema.ts";
import type { AdoptionRow } from "./adoption.ts";

export type NewAdoption = Pick<
  AdoptionRow,
  "id" | "origin" | "name" | "hashesOnly" | "records" | "entries" | "startedAt"
>;

/** Begins an adoption, which no one sees until `completeAdoption`. */
export async function insertAdoption(db: Database, row: NewAdoption): Promise<void> {
  await db.insert(adoptions).values(row).run();
}

/** Fails if there is a file with one of these paths. */
export async function insertFiles(db: Database, rows: (typeof adoptedFiles.$inferInsert)[]): Promise<void> {
  await db.insert(adoptedFiles).values(rows).run();
}

export async function insertRecords(
  db: Database,
  rows: (typeof adoptedRecords.$inferInsert)[],
): Promise<void> {
  await db.insert(adoptedRecords).values(rows).run();
}

/**
 * Call it in the transaction that appended the statement to the log. Resolves with false, having changed nothing, if
 * its removal has begun.
 */
export async function completeAdoption(
  db: Database,
  id: string,
  row: Pick<AdoptionRow, "site" | "adoptedAt" | "statement" | "entryIndex" | "entrySalt">,
): Promise<boolean> {
  const completed = await db
    .update(adoptions)
    .set(row)
    .where(and(eq(adoptions.id, id), isNull(adoptions.removedAt)))
    .returning({ id: adoptions.id })
    .all();
  return completed.length > 0;
}

/** The one that answers for this site. */
export async function findAdoption(db: Database, site: string): Promise<AdoptionRow | undefined> {
  return adoptionOf(db).get({ site });
}

const adoptionOf = prepared((db) =>
  db
    .select()
    .from(adoptions)
    .where(eq(adoptions.site, sql.placeholder("site")))
    .prepare(),
);

/** The site that answers for a serial number. */
export async function findSiteOf(
  db: Database,
  serialNumber: string,
): Promise<{ site: string | null; origin: string } | undefined> {
  return siteOf(db).get({ serialNumber });
}

const siteOf = prepared((db) =>
  db
    .select({ site: adoptions.site, origin: adoptions.origin })
    .from(adoptedRecords)
    .innerJoin(adoptions, eq(adoptions.id, adoptedRecords.adoptionId))
    .where(and(eq(adoptedRecords.serialNumber, sql.placeholder("serialNumber")), isNotNull(adoptions.site)))
    .prepare(),
);

export async function findRecord(
  db: Database,
  adoptionId: string,
  serialNumber: string,
): Promise<string | undefined> {
  return (await recordOf(db).get({ adoptionId, serialNumber }))?.record;
}

const recordOf = prepared((db) =>
  db
    .select({ record: adoptedRecords.record })
    .from(adoptedRecords)
    .where(
      and(
        eq(adoptedRecords.adoptionId, sql.placeholder("adoptionId")),
        eq(adoptedRecords.serialNumber, sql.placeholder("serialNumber")),
      ),
    )
    .prepare(),
);

/** Records by serial number, after the given one. */
export async function listRecords(db: Database, adoptionId: string, after: string, limit: number) {
  const { serialNumber, record } = adoptedRecords;
  return db
    .select({ serialNumber, record })
    .from(adoptedRecords)
    .where(and(eq(adoptedRecords.adoptionId, adoptionId), gt(serialNumber, after)))
    .orderBy(asc(serialNumber))
    .limit(limit)
    .all();
}

export async function findFile(db: Database, adoptionId: string, path: string): Promise<Buffer | undefined> {
  return (await fileAt(db).get({ adoptionId, path }))?.content;
}

const fileAt = prepared((db) =>
  db
    .select({ content: adoptedFiles.content })
    .from(adoptedFiles)
    .where(
      and(
        eq(adoptedFiles.adoptionId, sql.placeholder("adoptionId")),
        eq(adoptedFiles.path, sql.placeholder("path")),
      ),
    )
    .prepare(),
);

/** The paths of all files, or of those below a folder, with their sizes. */
export async function listFiles(
  db: Database,
  adoptionId: string,
  folder?: string,
): Promise<{ path: string; bytes: number }[]> {
  const rows = await db
    .select({ path: adoptedFiles.path, bytes: sql<number>`length(${adoptedFiles.content})` })
    .from(adoptedFiles)
    .where(
      and(
        eq(adoptedFiles.adoptionId, adoptionId),
        // "0" comes after "/".
        folder === undefined
          ? undefined
          : and(gte(adoptedFiles.path, `${folder}/`), lt(adoptedFiles.path, `${folder}0`)),
      ),
    )
    .orderBy(asc(adoptedFiles.path))
    .all();
  return rows.map(({ path, bytes }) => ({ path, bytes: Number(bytes) }));
}

/** How many records and files are stored. */
export async function countStored(
  db: Database,
  adoptionId: string,
): Promise<{ records: number; files: number }> {
  const of = async (table: typeof adoptedRecords | typeof adoptedFiles) =>
    (await db.select({ rows: count() }).from(table).where(eq(table.adoptionId, adoptionId)).get())?.rows ?? 0;
  return { records: await of(adoptedRecords), files: await of(adoptedFiles) };
}

/** A serial number of an adoption that is one of our own, too. */
export async function findOwnSerial(db: Database, adoptionId: string): Promise<string | undefined> {
  const row = db
    .select({ serialNumber: certificates.serialNumber })
    .from(adoptedRecords)
    .innerJoin(certificates, eq(certificates.serialNumber, adoptedRecords.serialNumber))
    .where(eq(adoptedRecords.adoptionId, adoptionId))
    .limit(1);
  return (await row.get())?.serialNumber;
}

/** A serial number of an adoption for which another one answers. */
export async function findAdoptedSerial(
  db: Database,
  adoptionId: string,
): Promise<{ serialNumber: string; origin: string } | undefined> {
  const own = db
    .select({ serialNumber: adoptedRecords.serialNumber })
    .from(adoptedRecords)
    .where(eq(adoptedRecords.adoptionId, adoptionId));
  return db
    .select({ serialNumber: adoptedRecords.serialNumber, origin: adoptions.origin })
    .from(adoptedRecords)
    .innerJoin(adoptions, eq(adoptions.id, adoptedRecords.adoptionId))
    .where(and(inArray(adoptedRecords.serialNumber, own), isNotNull(adoptions.site)))
    .limit(1)
    .get();
}

/** Those that answer, and those that were removed; oldest first. */
export async function listAdoptions(db: Database): Promise<AdoptionRow[]> {
  return db
    .select()
    .from(adoptions)
    .where(isNotNull(adoptions.adoptedAt))
    .orderBy(asc(adoptions.adoptedAt))
    .all();
}

/** From now on, nothing of an adoption is answered. */
export async function endAnswers(db: Database, id: string, removedAt: Date): Promise<void> {
  await db
    .update(adoptions)
    .set({ site: null, removedAt })
    .where(and(eq(adoptions.id, id), isNull(adoptions.removedAt)))
    .run();
}

/** Begins the removal of adoptions that began before this time and are not completed; from now on they cannot be. */
export async function endUnfinished(db: Database, before: Date, removedAt: Date): Promise<void> {
  const { startedAt, statement } = adoptions;
  await db
    .update(adoptions)
    .set({ removedAt })
    .where(and(isNull(statement), isNull(adoptions.removedAt), lt(startedAt, before)))
    .run();
}

/** Records and files that one statement deletes: a short wait for others that write. */
const recordsAtATime = 500;
const filesAtATime = 50;

/**
 * Deletes some of what is stored of an adoption, records before files. Returns how many; 0 if nothing was left. Its row
 * stays if we have signed a statement about it.
 */
export async function deleteSome(db: Database, id: string): Promise<number> {
  const { serialNumber, adoptionId } = adoptedRecords;
  const records = db
    .select({ serialNumber })
    .from(adoptedRecords)
    .where(eq(adoptionId, id))
    .limit(recordsAtATime);
  const deleted = await db
    .delete(adoptedRecords)
    .where(and(eq(adoptionId, id), inArray(serialNumber, records)))
    .returning({ serialNumber })
    .all();
  if (deleted.length > 0) return deleted.length;
  const { path } = adoptedFiles;
  const files = db
    .select({ path })
    .from(adoptedFiles)
    .where(eq(adoptedFiles.adoptionId, id))
    .limit(filesAtATime);
  const others = await db
    .delete(adoptedFiles)
    .where(and(eq(adoptedFiles.adoptionId, id), inArray(path, files)))
    .returning({ path })
    .all();
  if (others.length > 0) return others.length;
  await db
    .delete(adoptions)
    .where(and(eq(adoptions.id, id), isNull(adoptions.statement)))
    .run();
  return 0;
}

/** Those that were never completed and whose removal has begun: even the row of such an adoption is deleted. */
export async function listEnded(db: Database): Promise<{ id: string }[]> {
  return db
    .select({ id: adoptions.id })
    .from(adoptions)
    .where(and(isNull(adoptions.statement), isNotNull(adoptions.removedAt)))
    .all();
}

/** Those whose removal was not finished. */
export async function listHalfRemoved(db: Database): Promise<{ id: string; origin: string }[]> {
  return db
    .select({ id: adoptions.id, origin: adoptions.origin })
    .from(adoptions)
    .where(isHalfRemoved(db))
    .all();
}

/** Records are deleted before files. */
function isHalfRemoved(db: Database) {
  const files = db.select().from(adoptedFiles).where(eq(adoptedFiles.adoptionId, adoptions.id));
  return and(isNotNull(adoptions.removedAt), exists(files));
}
