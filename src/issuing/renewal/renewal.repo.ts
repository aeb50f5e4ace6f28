import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  min,
  notExists,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import {
  archiveTimeStamps,
  certificates,
  documents,
  preservedAttestations,
  timeStamps,
} from "../../../db/schema.ts";

/** Marks time-stamps that a record preserves: these are renewed with it. */
const preservedEnd = new Date(Date.UTC(9999, 0));

export type ArchiveTimeStampRow = typeof archiveTimeStamps.$inferSelect;
export type PreservedRow = typeof preservedAttestations.$inferSelect;

/** The certificate is in force `now` and ends by `until`. */
type Ending = { now: Date; until: Date };

const isEnding = ({ now, until }: Ending) =>
  and(gt(timeStamps.renewBefore, now), lte(timeStamps.renewBefore, until));

/** No evidence record preserves this time-stamp's document yet. */
const isUnpreserved = (db: Database) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(preservedAttestations)
      .where(eq(preservedAttestations.serialNumber, timeStamps.serialNumber)),
  );

/** Documents that no record preserves yet, with a time-stamp whose certificate ends in this time. */
export async function listEnding(db: Database, ending: Ending, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ serialNumber: timeStamps.serialNumber })
    .from(timeStamps)
    .where(and(isEnding(ending), isUnpreserved(db)))
    .orderBy(asc(timeStamps.serialNumber))
    .limit(limit)
    .all();
  return rows.map(({ serialNumber }) => serialNumber);
}

export async function countEnding(db: Database, ending: Ending): Promise<number> {
  const row = await db
    .select({ found: countDistinct(timeStamps.serialNumber) })
    .from(timeStamps)
    .where(and(isEnding(ending), isUnpreserved(db)))
    .get();
  return Number(row?.found ?? 0);
}

/** Documents that no record preserves, and whose time-stamps all have certificates that have ended. */
export async function countTooLate(db: Database, now: Date): Promise<number> {
  const other = alias(timeStamps, "other");
  const isInForce = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.serialNumber, timeStamps.serialNumber), gt(other.renewBefore, now)));
  const row = await db
    .select({ found: countDistinct(timeStamps.serialNumber) })
    .from(timeStamps)
    .where(and(lte(timeStamps.renewBefore, now), notExists(isInForce), isUnpreserved(db)))
    .get();
  return Number(row?.found ?? 0);
}

/** When the first certificate behind time-stamps that no record preserves ends after this time. */
export async function findNextEnd(db: Database, after: Date): Promise<Date | undefined> {
  const row = await db
    .select({ end: min(timeStamps.renewBefore) })
    .from(timeStamps)
    .where(and(gt(timeStamps.renewBefore, after), lt(timeStamps.renewBefore, preservedEnd)))
    .get();
  return row?.end ?? undefined;
}

/** Time-stamps from earlier versions, which did not store when a certificate ends. */
export async function listWithoutEnd(db: Database, limit: number) {
  const { serialNumber, about, isOutside, token, time, renewBefore } = timeStamps;
  return db
    .select({ serialNumber, about, isOutside, token, time })
    .from(timeStamps)
    .where(isNull(renewBefore))
    .limit(limit)
    .all();
}

export async function countWithoutEnd(db: Database): Promise<number> {
  const row = await db
    .select({ found: count() })
    .from(timeStamps)
    .where(isNull(timeStamps.renewBefore))
    .get();
  return Number(row?.found ?? 0);
}

type StampKey = Pick<typeof timeStamps.$inferSelect, "serialNumber" | "about" | "isOutside">;

export async function setRenewBefore(db: Database, key: StampKey, renewBefore: Date): Promise<void> {
  const { serialNumber, about, isOutside } = timeStamps;
  const isThis = and(eq(serialNumber, key.serialNumber), eq(about, key.about), eq(isOutside, key.isOutside));
  await db.update(timeStamps).set({ renewBefore }).where(isThis).run();
}

/** What a record preserves of these documents, in the order of their serial numbers. */
export async function listAttested(db: Database, serialNumbers: string[]) {
  return db
    .select({
      serialNumber: certificates.serialNumber,
      attestation: certificates.attestation,
      original: documents.sha256,
      stamped: documents.stampedSha256,
      certificate: documents.certificateSha256,
      originalPath: documents.originalPath,
      processedPath: documents.processedPath,
      certificatePath: documents.certificatePath,
    })
    .from(certificates)
    .innerJoin(documents, eq(documents.id, certificates.documentId))
    .where(inArray(certificates.serialNumber, serialNumbers))
    .orderBy(asc(certificates.serialNumber))
    .all();
}

export async function listTokens(db: Database, serialNumbers: string[]) {
  const { serialNumber, token, renewBefore } = timeStamps;
  return db
    .select({ serialNumber, token, renewBefore })
    .from(timeStamps)
    .where(inArray(serialNumber, serialNumbers))
    .orderBy(asc(serialNumber), asc(timeStamps.about), asc(timeStamps.isOutside))
    .all();
}

/** The last archive time-stamp of each batch. */
export async function listBatches(db: Database): Promise<Omit<ArchiveTimeStampRow, "token" | "lists">[]> {
  const { batch, number, hash, time, authority, certificateEnd } = archiveTimeStamps;
  const rows = await db
    .select({ batch, number, hash, time, authority, certificateEnd })
    .from(archiveTimeStamps)
    .orderBy(asc(time), asc(batch), asc(number))
    .all();
  return [...new Map(rows.map((row) => [row.batch, row])).values()];
}

/** The archive time-stamps of a batch, in order. */
export async function listArchiveTimeStamps(db: Database, batch: string): Promise<ArchiveTimeStampRow[]> {
  return db
    .select()
    .from(archiveTimeStamps)
    .where(eq(archiveTimeStamps.batch, batch))
    .orderBy(asc(archiveTimeStamps.number))
    .all();
}

/** Documents whose newest chain is in this batch, from a serial number on. */
export async function listMembers(db: Database, batch: string, limit: number): Promise<string[]> {
  const newer = alias(preservedAttestations, "newer");
  const hasNewer = db
    .select({ one: sql`1` })
    .from(newer)
    .where(
      and(
        eq(newer.serialNumber, preservedAttestations.serialNumber),
        eq(newer.chain, sql`${preservedAttestations.chain} + 1`),
      ),
    );
  const rows = await db
    .select({ serialNumber: preservedAttestations.serialNumber })
    .from(preservedAttestations)
    .where(and(eq(preservedAttestations.batch, batch), notExists(hasNewer)))
    .orderBy(asc(preservedAttestations.serialNumber))
    .limit(limit)
    .all();
  return rows.map(({ serialNumber }) => serialNumber);
}

/** The chains of a document's evidence record, in order. */
export async function listChains(db: Database, serialNumber: string): Promise<PreservedRow[]> {
  return chains(db).all({ serialNumber });
}

const chains = prepared((db) =>
  db
    .select()
    .from(preservedAttestations)
    .where(eq(preservedAttestations.serialNumber, sql.placeholder("serialNumber")))
    .orderBy(asc(preservedAttestations.chain))
    .prepare(),
);

/** Fails if another server has just added the same. */
export async function insertArchiveTimeStamps(db: Database, rows: ArchiveTimeStampRow[]): Promise<void> {
  for (const row of rows) await db.insert(archiveTimeStamps).values(row).run();
}

const rowsPerStatement = 500;

/** Fails if another server has just added one of them. Call it in the transaction that adds the batch. */
export async function insertPreserved(db: Database, rows: PreservedRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const some = rows.slice(at, at + rowsPerStatement);
    const serialNumbers = some.map(({ serialNumber }) => serialNumber);
    await db.insert(preservedAttestations).values(some).run();
    await db
      .update(timeStamps)
      .set({ renewBefore: preservedEnd })
      .where(inArray(timeStamps.serialNumber, serialNumbers))
      .run();
  }
}
