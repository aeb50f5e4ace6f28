import { and, asc, between, desc, eq, gt, gte, inArray, isNotNull, isNull, max, or, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import {
  anchorAnswers,
  blockHeaders,
  checkpointCosignatures,
  checkpointTimeStamps,
  cosignedHeads,
  witnessedCheckpoints,
} from "../../../db/schema.ts";
import type { TreeHead } from "../../evidence/tlog/proof-check.ts";

export type WitnessedCheckpoint = typeof witnessedCheckpoints.$inferSelect;

/** The newest checkpoints of our log that witnesses were asked about, newest first. */
export async function listWitnessed(db: Database, limit: number): Promise<WitnessedCheckpoint[]> {
  return db.select().from(witnessedCheckpoints).orderBy(desc(witnessedCheckpoints.size)).limit(limit).all();
}

/** The first of these with at least `size` entries, and the newest one, which may have more witnesses. */
export async function listWitnessedFrom(
  db: Database,
  size: number,
  limit: number,
): Promise<WitnessedCheckpoint[]> {
  const first = await covering(db).all({ size, limit });
  const [newest] = first.length === 0 ? [] : await listWitnessed(db, 1);
  return newest && newest.size > (first.at(-1)?.size ?? Number.POSITIVE_INFINITY)
    ? [...first, newest]
    : first;
}

const covering = prepared((db) =>
  db
    .select()
    .from(witnessedCheckpoints)
    .where(gte(witnessedCheckpoints.size, sql.placeholder("size")))
    .orderBy(witnessedCheckpoints.size)
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** Those larger than `size`, the smallest first. */
export async function listWitnessedAfter(
  db: Database,
  size: number,
  limit: number,
): Promise<WitnessedCheckpoint[]> {
  const rows = db.select().from(witnessedCheckpoints).where(gt(witnessedCheckpoints.size, size));
  return rows.orderBy(asc(witnessedCheckpoints.size)).limit(limit).all();
}

export async function findWitnessed(db: Database, size: number): Promise<WitnessedCheckpoint | undefined> {
  return db.select().from(witnessedCheckpoints).where(eq(witnessedCheckpoints.size, size)).get();
}

export async function insertWitnessed(
  db: Database,
  size: number,
  checkpoint: string,
  witnessedAt: Date,
): Promise<void> {
  await db.insert(witnessedCheckpoints).values({ size, checkpoint, witnessedAt }).run();
}

/**
 * The newest whose proof leads to no block yet or, `withHeaders`, to none that headers confirm: the first calendar to
 * name a block may be wrong.
 */
export async function listUnconfirmed(
  db: Database,
  limit: number,
  withHeaders: boolean,
): Promise<WitnessedCheckpoint[]> {
  const { proofState, block, size } = witnessedCheckpoints;
  const isUndecided = inArray(proofState, ["pending", "unverified"]);
  const isClaimed = and(eq(proofState, "confirmed"), isNull(block));
  return db
    .select()
    .from(witnessedCheckpoints)
    .where(withHeaders ? or(isUndecided, isClaimed) : isUndecided)
    .orderBy(desc(size))
    .limit(limit)
    .all();
}

/** The newest whose proof leads to a block. */
export async function listConfirmed(db: Database, limit: number): Promise<WitnessedCheckpoint[]> {
  const rows = db.select().from(witnessedCheckpoints).where(eq(witnessedCheckpoints.proofState, "confirmed"));
  return rows.orderBy(desc(witnessedCheckpoints.size)).limit(limit).all();
}

/** The newest whose proof leads to a block, without all headers that confirm it. */
export async function listConfirmedWithoutHeaders(
  db: Database,
  limit: number,
): Promise<WitnessedCheckpoint[]> {
  const { proofState, hasAllHeaders, size } = witnessedCheckpoints;
  return db
    .select()
    .from(witnessedCheckpoints)
    .where(and(eq(proofState, "confirmed"), eq(hasAllHeaders, false)))
    .orderBy(desc(size))
    .limit(limit)
    .all();
}

/** Stores which block confirms a proof, by its headers, and whether all of them are stored. */
export async function saveBlock(
  db: Database,
  size: number,
  found: { block: number; hasAllHeaders: boolean; proof: Buffer },
): Promise<void> {
  await db.update(witnessedCheckpoints).set(found).where(eq(witnessedCheckpoints.size, size)).run();
}

/** The blocks from this height on that confirm proofs. */
export async function listBlocksFrom(db: Database, height: number): Promise<number[]> {
  const { block } = witnessedCheckpoints;
  const rows = await db.selectDistinct({ block }).from(witnessedCheckpoints).where(gte(block, height)).all();
  return rows.flatMap((row) => row.block ?? []);
}

/** The sizes of the checkpoints that headers confirm, each with its block. */
export async function listBlocks(db: Database): Promise<{ size: number; block: number }[]> {
  const { size, block } = witnessedCheckpoints;
  const rows = db.select({ size, block }).from(witnessedCheckpoints).where(isNotNull(block));
  return (await rows.orderBy(size).all()).flatMap((row) =>
    row.block === null ? [] : [{ size: row.size, block: row.block }],
  );
}

/** The stored headers of Bitcoin blocks from one height to another, lowest first. */
export async function listHeaders(
  db: Database,
  from: number,
  to: number,
): Promise<(typeof blockHeaders.$inferSelect)[]> {
  const { height } = blockHeaders;
  return db
    .select()
    .from(blockHeaders)
    .where(between(height, from, to))
    .orderBy(height)
    .all();
}

export async function insertHeaders(db: Database, rows: (typeof blockHeaders.$inferInsert)[]): Promise<void> {
  await db
    .insert(blockHeaders)
    .values(rows)
    .onConflictDoUpdate({ target: blockHeaders.height, set: { header: sql`excluded.header` } })
    .run();
}

export async function deleteHeaders(db: Database, from: number, to: number): Promise<void> {
  await db
    .delete(blockHeaders)
    .where(between(blockHeaders.height, from, to))
    .run();
}

export async function saveProof(
  db: Database,
  size: number,
  proof: Uint8Array,
  proofState: WitnessedCheckpoint["proofState"],
): Promise<void> {
  await db
    .update(witnessedCheckpoints)
    .set({ proof: Buffer.from(proof), proofState })
    .where(eq(witnessedCheckpoints.size, size))
    .run();
}

/** The tokens over a checkpoint, in the order in which they came. */
export async function listTokens(
  db: Database,
  size: number,
): Promise<(typeof checkpointTimeStamps.$inferSelect)[]> {
  return tokensOver(db).all({ size });
}

const tokensOver = prepared((db) =>
  db
    .select()
    .from(checkpointTimeStamps)
    .where(eq(checkpointTimeStamps.size, sql.placeholder("size")))
    .orderBy(checkpointTimeStamps.time, checkpointTimeStamps.address)
    .prepare(),
);

export async function insertToken(
  db: Database,
  row: typeof checkpointTimeStamps.$inferInsert,
): Promise<void> {
  await db.insert(checkpointTimeStamps).values(row).onConflictDoNothing().run();
}

export async function listCosignatures(
  db: Database,
  size: number,
): Promise<(typeof checkpointCosignatures.$inferSelect)[]> {
  return cosignaturesUnder(db).all({ size });
}

const cosignaturesUnder = prepared((db) =>
  db
    .select()
    .from(checkpointCosignatures)
    .where(eq(checkpointCosignatures.size, sql.placeholder("size")))
    .orderBy(checkpointCosignatures.witness)
    .prepare(),
);

export async function insertCosignature(
  db: Database,
  row: typeof checkpointCosignatures.$inferInsert,
): Promise<void> {
  await db.insert(checkpointCosignatures).values(row).onConflictDoNothing().run();
}

/** The verifier key lines of all witnesses that ever cosigned our log. */
export async function listCosigners(db: Database): Promise<string[]> {
  const { witness } = checkpointCosignatures;
  const rows = await db.selectDistinct({ witness }).from(checkpointCosignatures).orderBy(witness).all();
  return rows.map((row) => row.witness);
}

/** The size of the longest log that this witness cosigned for us; 0 when it cosigned none. */
export async function newestCosignedSize(db: Database, witness: string): Promise<number> {
  const { size } = checkpointCosignatures;
  const newest = db.select({ size: max(size) }).from(checkpointCosignatures);
  return (await newest.where(eq(checkpointCosignatures.witness, witness)).get())?.size ?? 0;
}

/** Whether an authority, a Bitcoin block or a cosigner confirms a checkpoint. A calendar only promises it. */
export async function isConfirmed(db: Database, { size, block }: WitnessedCheckpoint): Promise<boolean> {
  if (block !== null) return true;
  return (await listTokens(db, size)).length > 0 || (await listCosignatures(db, size)).length > 0;
}

/** The size of the longest log that an authority, a Bitcoin block or a cosigner confirms; 0 while none does. */
export async function findConfirmedSize(db: Database): Promise<number> {
  const { size, block } = witnessedCheckpoints;
  const newest = await Promise.all([
    db
      .select({ size: max(size) })
      .from(witnessedCheckpoints)
      .where(isNotNull(block))
      .get(),
    db
      .select({ size: max(checkpointTimeStamps.size) })
      .from(checkpointTimeStamps)
      .get(),
    db
      .select({ size: max(checkpointCosignatures.size) })
      .from(checkpointCosignatures)
      .get(),
  ]);
  return Math.max(...newest.map((row) => row?.size ?? 0));
}

/** The newest times at which authorities and cosigners confirmed a checkpoint, and the newest block that does. */
export async function findNewestConfirmations(
  db: Database,
): Promise<{ times: Date[]; block: number | undefined }> {
  const newest = await Promise.all([
    db
      .select({ time: max(checkpointTimeStamps.time) })
      .from(checkpointTimeStamps)
      .get(),
    db
      .select({ time: max(checkpointCosignatures.time) })
      .from(checkpointCosignatures)
      .get(),
  ]);
  const found = await db
    .select({ block: max(witnessedCheckpoints.block) })
    .from(witnessedCheckpoints)
    .get();
  return { times: newest.flatMap((row) => row?.time ?? []), block: found?.block ?? undefined };
}

/** When each of those who were asked last answered. */
export async function listAnswers(db: Database): Promise<(typeof anchorAnswers.$inferSelect)[]> {
  return db.select().from(anchorAnswers).all();
}

export async function saveAnswer(db: Database, address: string, answeredAt: Date): Promise<void> {
  const set = { answeredAt, failingSince: null, failure: null };
  await db
    .insert(anchorAnswers)
    .values({ address, ...set })
    .onConflictDoUpdate({ target: anchorAnswers.address, set })
    .run();
}

/** Returns since when this address has been failing: since this time, unless it failed before. */
export async function saveFailure(
  db: Database,
  address: string,
  failingSince: Date,
  failure: string,
): Promise<Date> {
  const since = sql`coalesce(${anchorAnswers.failingSince}, excluded.failing_since)`;
  const row = await db
    .insert(anchorAnswers)
    .values({ address, failingSince, failure })
    .onConflictDoUpdate({ target: anchorAnswers.address, set: { failingSince: since, failure } })
    .returning({ since: anchorAnswers.failingSince })
    .get();
  return row.since ?? failingSince;
}

/** The newest head of another log that we cosigned. */
export async function findCosignedHead(db: Database, origin: string): Promise<TreeHead | undefined> {
  return db.select().from(cosignedHeads).where(eq(cosignedHeads.origin, origin)).get();
}

/** Call it in the transaction that compared the previous head. */
export async function replaceCosignedHead(
  db: Database,
  origin: string,
  { size, hash }: TreeHead,
  cosignedAt: Date,
): Promise<void> {
  const head = { size, hash: Buffer.from(hash), cosignedAt };
  await db
    .insert(cosignedHeads)
    .values({ origin, ...head })
    .onConflictDoUpdate({ target: cosignedHeads.origin, set: head })
    .run();
}

/** Call it when the key that cosigned them is no longer used. */
export async function deleteCosigned(db: Database): Promise<void> {
  await db.delete(cosignedHeads).run();
}

/** Whether we ever cosigned anything. */
export async function hasCosigned(db: Database): Promise<boolean> {
  return (await db.select({ origin: cosignedHeads.origin }).from(cosignedHeads).limit(1).get()) !== undefined;
}
