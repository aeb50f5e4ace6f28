import { and, asc, count, eq, gt, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { assignments, placeholders, prepared } from "../../../db/prepared.ts";
import {
  adoptions,
  certificates,
  documents,
  logEntries,
  logHead,
  logNodes,
  retiredLogs,
} from "../../../db/schema.ts";
import { listedNumbers, locked } from "../../../db/sql-dialect.ts";
import type { TreeNode } from "../../evidence/tlog/merkle.ts";
import type { HashedNode } from "../../evidence/tlog/right-edge.ts";
import { brokenLog } from "./log.ts";

const indexesPerLevel = 2 ** 40;

const nodeId = ({ level, index }: TreeNode) => level * indexesPerLevel + index;

/** The signed checkpoint of the log; undefined until the first one is signed. */
export async function findCheckpoint(db: Database): Promise<string | undefined> {
  const text = await readHead(db);
  return text === undefined || isKeyId(text) ? undefined : text;
}

/**
 * Stores the id of the key that will sign the first checkpoint, until that checkpoint replaces it. A key that is
 * announced has signed nothing.
 */
export async function announceKey(db: Database, kid: string): Promise<void> {
  await replaceCheckpoint(db, kid);
}

/** The id of the announced key; undefined when there is none, or the log exists. */
export async function findAnnouncedKey(db: Database): Promise<string | undefined> {
  const text = await readHead(db);
  return text !== undefined && isKeyId(text) ? text : undefined;
}

/** The same, and locks the log: until the transaction ends, no other one can extend it. */
export async function lockCheckpoint(db: Database): Promise<string | undefined> {
  const text = (await lockedHead(db).get())?.checkpoint;
  return text === undefined || isKeyId(text) ? undefined : text;
}

const readHead = async (db: Database) => (await head(db).get())?.checkpoint;
const head = prepared((db) => db.select().from(logHead).prepare());
const lockedHead = prepared((db) =>
  db
    .select()
    .from(logHead)
    .where(sql`${logHead.id} = 1${locked(db)}`)
    .prepare(),
);

/** A checkpoint has several lines; a key id is one word. */
const isKeyId = (text: string) => !text.includes("\n");

export async function replaceCheckpoint(db: Database, checkpoint: string): Promise<void> {
  await newHead(db).run({ checkpoint });
}

const newHead = prepared((db) =>
  db
    .insert(logHead)
    .values({ id: 1, ...placeholders("checkpoint") })
    .onConflictDoUpdate({ target: logHead.id, set: { checkpoint: sql`excluded.checkpoint` } })
    .prepare(),
);

/** Below both engines' limits on the number of values in one statement. */
const maxRowsPerInsert = 500;

/** Entries from position `from`, without gaps. */
export async function insertEntries(db: Database, from: number, entries: Uint8Array[]): Promise<void> {
  const rows = entries.map((entry, at) => ({ position: from + at, entry: Buffer.from(entry) }));
  const [first] = rows;
  if (rows.length === 1 && first) return void (await newEntry(db).run(first));
  for (let at = 0; at < rows.length; at += maxRowsPerInsert) {
    await db
      .insert(logEntries)
      .values(rows.slice(at, at + maxRowsPerInsert))
      .run();
  }
}

const newEntry = prepared((db) => db.insert(logEntries).values(placeholders("position", "entry")).prepare());

export async function insertNodes(db: Database, nodes: HashedNode[]): Promise<void> {
  const rows = nodes.map((node) => ({ id: nodeId(node), hash: Buffer.from(node.hash) }));
  const [first] = rows;
  if (rows.length === 1 && first) return void (await newNode(db).run(first));
  for (let at = 0; at < rows.length; at += maxRowsPerInsert) {
    await db
      .insert(logNodes)
      .values(rows.slice(at, at + maxRowsPerInsert))
      .run();
  }
}

const newNode = prepared((db) => db.insert(logNodes).values(placeholders("id", "hash")).prepare());

/** The hashes of complete subtrees, in the order of `nodes`. Throws when one is missing. */
export async function readNodes(db: Database, nodes: TreeNode[]): Promise<Uint8Array[]> {
  const ids = nodes.map(nodeId);
  const rows = await selectNodes(db).all({ ids: JSON.stringify(ids) });
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  return ids.map((id, at) => {
    const hash = hashes.get(id);
    if (hash === undefined) throw brokenLog(`a hash of its tree is missing (${JSON.stringify(nodes[at])}).`);
    return hash;
  });
}

const selectNodes = prepared((db) =>
  db
    .select()
    .from(logNodes)
    .where(inArray(logNodes.id, listedNumbers(db, "ids")))
    .prepare(),
);

/** `count` adjacent hashes of one level. */
export async function readAdjacentNodes(db: Database, first: TreeNode, count: number): Promise<Uint8Array[]> {
  const { id } = logNodes;
  const from = nodeId(first);
  const within = and(gte(id, from), lt(id, from + count));
  const rows = await db.select().from(logNodes).where(within).orderBy(asc(id)).all();
  return rows.map(({ hash }) => hash);
}

/** `count` entries from position `from`. */
export async function readEntries(db: Database, from: number, count: number): Promise<Uint8Array[]> {
  const { position } = logEntries;
  const within = and(gte(position, from), lt(position, from + count));
  const rows = await db.select().from(logEntries).where(within).orderBy(asc(position)).all();
  return rows.map(({ entry }) => entry);
}

/** The position after the last entry: the size of the log, unless rows are missing. */
export async function nextPosition(db: Database): Promise<number> {
  const next = sql<number>`coalesce(max(${logEntries.position}), -1) + 1`;
  return (await db.select({ next }).from(logEntries).get())?.next ?? 0;
}

/** The number of rows. */
export async function countEntries(db: Database): Promise<number> {
  return (await db.select({ entries: count() }).from(logEntries).get())?.entries ?? 0;
}

/** Whether the log has any entry. */
export async function hasEntries(db: Database): Promise<boolean> {
  return (await db.select({ position: logEntries.position }).from(logEntries).limit(1).get()) !== undefined;
}

/** Serial numbers of the certificates that are not in the log, oldest first. */
export async function listUnregistered(db: Database, limit?: number): Promise<string[]> {
  const { serialNumber, issuedAt, entryIndex } = certificates;
  const rows = db
    .select({ serialNumber })
    .from(certificates)
    .where(isNull(entryIndex))
    .orderBy(asc(issuedAt), asc(serialNumber));
  return (await (limit === undefined ? rows : rows.limit(limit)).all()).map((row) => row.serialNumber);
}

export async function findAttestation(db: Database, serialNumber: string): Promise<string | undefined> {
  const { attestation } = certificates;
  const row = db.select({ attestation }).from(certificates);
  return (await row.where(eq(certificates.serialNumber, serialNumber)).get())?.attestation;
}

/** Stores the position of a certificate's entry and the salt that opens it. Throws if there is no such certificate. */
export async function registerCertificate(
  db: Database,
  serialNumber: string,
  { entryIndex, entrySalt }: { entryIndex: number; entrySalt: Buffer },
): Promise<void> {
  const registered = await registration(db).get({ serialNumber, entryIndex, entrySalt });
  if (!registered) throw new Error("There is no certificate for an entry of the log.");
}

const registration = prepared((db) =>
  db
    .update(certificates)
    .set(assignments(certificates, "entryIndex", "entrySalt"))
    .where(eq(certificates.serialNumber, sql.placeholder("serialNumber")))
    .returning({ serialNumber: certificates.serialNumber })
    .prepare(),
);

/** The certificate of a document with the salt of its entry. */
export async function findRegistered(db: Database, documentId: string) {
  return registered(db).get({ documentId });
}

const registered = prepared((db) => {
  const { attestation, entryIndex, entrySalt } = certificates;
  return db
    .select({ attestation, entryIndex, entrySalt })
    .from(certificates)
    .where(eq(certificates.documentId, sql.placeholder("documentId")))
    .prepare();
});

/** An entry that is no adoption and has no certificate although no document was deleted; undefined if there is none. */
export async function findOrphanedEntry(db: Database): Promise<number | undefined> {
  return (
    await db
      .select({ position: logEntries.position })
      .from(logEntries)
      .leftJoin(certificates, eq(certificates.entryIndex, logEntries.position))
      .leftJoin(adoptions, eq(adoptions.entryIndex, logEntries.position))
      .where(and(isNull(certificates.serialNumber), isNull(adoptions.id), eq(logEntries.isReleased, false)))
      .limit(1)
      .get()
  )?.position;
}

/** Up to 20 entries that are marked as released although their certificate exists. */
export async function listReleasedButHeld(db: Database): Promise<number[]> {
  const rows = db
    .select({ position: logEntries.position })
    .from(logEntries)
    .innerJoin(certificates, eq(certificates.entryIndex, logEntries.position))
    .where(eq(logEntries.isReleased, true))
    .limit(20);
  return (await rows.all()).map(({ position }) => position);
}

/** Up to 20 serial numbers of completed documents without a certificate. */
export async function listUncertified(db: Database): Promise<string[]> {
  const rows = db
    .select({ serialNumber: documents.serialNumber })
    .from(documents)
    .leftJoin(certificates, eq(certificates.documentId, documents.id))
    .where(and(eq(documents.status, "completed"), isNull(certificates.serialNumber)))
    .limit(20);
  return (await rows.all()).map(({ serialNumber }) => serialNumber ?? "a document without a serial number");
}

/** How many entries have no certificate: those of deleted documents, and statements that belong to no document. */
export async function countWithoutCertificate(db: Database): Promise<number> {
  const rows = db
    .select({ entries: count() })
    .from(logEntries)
    .leftJoin(certificates, eq(certificates.entryIndex, logEntries.position));
  return (await rows.where(isNull(certificates.serialNumber)).get())?.entries ?? 0;
}

/** How many entries belong to deleted documents. */
export async function countReleased(db: Database): Promise<number> {
  const rows = db.select({ entries: count() }).from(logEntries);
  return (await rows.where(eq(logEntries.isReleased, true)).get())?.entries ?? 0;
}

/** Certificates with their documents, by serial number, after the given one or starting with it. */
export async function listCertified(
  db: Database,
  serialNumber: string,
  limit: number,
  start: "after" | "from" = "after",
) {
  const { attestation, entryIndex, entrySalt, documentId } = certificates;
  const column = certificates.serialNumber;
  return db
    .select({ serialNumber: column, attestation, entryIndex, entrySalt, document: documents })
    .from(certificates)
    .innerJoin(documents, eq(documents.id, documentId))
    .where(start === "after" ? gt(column, serialNumber) : gte(column, serialNumber))
    .orderBy(asc(column))
    .limit(limit)
    .all();
}

export type RetiredLog = typeof retiredLogs.$inferSelect;

/** Oldest first. */
export async function listRetired(db: Database): Promise<RetiredLog[]> {
  return db.select().from(retiredLogs).orderBy(asc(retiredLogs.number)).all();
}

export async function findRetired(db: Database, number: number): Promise<RetiredLog | undefined> {
  return db.select().from(retiredLogs).where(eq(retiredLogs.number, number)).get();
}

export async function insertRetired(db: Database, row: Omit<RetiredLog, "number">): Promise<void> {
  const { retired } = (await db.select({ retired: count() }).from(retiredLogs).get()) ?? { retired: 0 };
  await db
    .insert(retiredLogs)
    .values({ ...row, number: retired + 1 })
    .run();
}
