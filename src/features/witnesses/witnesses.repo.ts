import { asc, desc, eq, gt, gte, inArray, max, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { prepared } from "../../../db/prepared.ts";
import {
  checkpointCosignatures,
  checkpointTimeStamps,
  cosignedHeads,
  witnessedCheckpoints,
} from "../../../db/schema.ts";
import type { TreeHead } from "../../evidence/tlog/proof-check.ts";

export type WitnessedCheckpoint = typeof witnessedCheckpoints.$inferSelect;

/** The newest checkpoints of our log that witnesses were asked about, newest first. */
export function listWitnessed(db: Database, limit: number): WitnessedCheckpoint[] {
  return db.select().from(witnessedCheckpoints).orderBy(desc(witnessedCheckpoints.size)).limit(limit).all();
}

/** The first of them with at least `size` entries, and the newest one, which may have more witnesses. */
export function listWitnessedFrom(db: Database, size: number, limit: number): WitnessedCheckpoint[] {
  const first = covering(db).all({ size, limit });
  const [newest] = first.length === 0 ? [] : listWitnessed(db, 1);
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
export function listWitnessedAfter(db: Database, size: number, limit: number): WitnessedCheckpoint[] {
  const rows = db.select().from(witnessedCheckpoints).where(gt(witnessedCheckpoints.size, size));
  return rows.orderBy(asc(witnessedCheckpoints.size)).limit(limit).all();
}

export function findWitnessed(db: Database, size: number): WitnessedCheckpoint | undefined {
  return db.select().from(witnessedCheckpoints).where(eq(witnessedCheckpoints.size, size)).get();
}

export function insertWitnessed(db: Database, size: number, checkpoint: string, witnessedAt: Date): void {
  db.insert(witnessedCheckpoints).values({ size, checkpoint, witnessedAt }).run();
}

/** The newest whose proof is not confirmed yet. */
export function listUnconfirmed(db: Database, limit: number): WitnessedCheckpoint[] {
  return db
    .select()
    .from(witnessedCheckpoints)
    .where(inArray(witnessedCheckpoints.proofState, ["pending", "unverified"]))
    .orderBy(desc(witnessedCheckpoints.size))
    .limit(limit)
    .all();
}

/** The newest whose proof leads to a block. */
export function listConfirmed(db: Database, limit: number): WitnessedCheckpoint[] {
  const rows = db.select().from(witnessedCheckpoints).where(eq(witnessedCheckpoints.proofState, "confirmed"));
  return rows.orderBy(desc(witnessedCheckpoints.size)).limit(limit).all();
}

export function saveProof(
  db: Database,
  size: number,
  proof: Uint8Array,
  proofState: WitnessedCheckpoint["proofState"],
): void {
  db.update(witnessedCheckpoints)
    .set({ proof: Buffer.from(proof), proofState })
    .where(eq(witnessedCheckpoints.size, size))
    .run();
}

/** The tokens over a checkpoint, in the order in which they came. */
export function listTokens(db: Database, size: number): (typeof checkpointTimeStamps.$inferSelect)[] {
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

export function insertToken(db: Database, row: typeof checkpointTimeStamps.$inferInsert): void {
  db.insert(checkpointTimeStamps).values(row).onConflictDoNothing().run();
}

export function listCosignatures(db: Database, size: number): (typeof checkpointCosignatures.$inferSelect)[] {
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

export function insertCosignature(db: Database, row: typeof checkpointCosignatures.$inferInsert): void {
  db.insert(checkpointCosignatures).values(row).onConflictDoNothing().run();
}

/** The verifier key lines of all witnesses that ever cosigned our log. */
export function listCosigners(db: Database): string[] {
  const { witness } = checkpointCosignatures;
  const rows = db.selectDistinct({ witness }).from(checkpointCosignatures).orderBy(witness).all();
  return rows.map((row) => row.witness);
}

/** The size of the longest log that this witness cosigned for us; 0 when it cosigned none. */
export function newestCosignedSize(db: Database, witness: string): number {
  const { size } = checkpointCosignatures;
  const newest = db.select({ size: max(size) }).from(checkpointCosignatures);
  return newest.where(eq(checkpointCosignatures.witness, witness)).get()?.size ?? 0;
}

/** The newest head of another log that we cosigned. */
export function findCosignedHead(db: Database, origin: string): TreeHead | undefined {
  return db.select().from(cosignedHeads).where(eq(cosignedHeads.origin, origin)).get();
}

/** Call it in the transaction that compared the head before it. */
export function replaceCosignedHead(
  db: Database,
  origin: string,
  { size, hash }: TreeHead,
  cosignedAt: Date,
): void {
  const head = { size, hash: Buffer.from(hash), cosignedAt };
  db.insert(cosignedHeads)
    .values({ origin, ...head })
    .onConflictDoUpdate({ target: cosignedHeads.origin, set: head })
    .run();
}

/** Call it when the key that cosigned them is no longer used. */
export function forgetCosigned(db: Database): void {
  db.delete(cosignedHeads).run();
}

/** Whether we ever cosigned anything. */
export function hasCosigned(db: Database): boolean {
  return db.select({ origin: cosignedHeads.origin }).from(cosignedHeads).limit(1).get() !== undefined;
}
