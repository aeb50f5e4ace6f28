import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
} from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { assignments, placeholders, prepared } from "../../../db/prepared.ts";
import { certificates, documents } from "../../../db/schema.ts";
import { locked } from "../../../db/sql-dialect.ts";
import { removedFileName } from "../../formats/file-names.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { type FileKey, getDocumentId, requireFileKey } from "../../platform/files/object-store.ts";
import { kindOf, kindsThat } from "./kinds/kinds.ts";

/** The columns that depend only on the upload. */
export type NewDocument = Pick<
  DocumentRow,
  | "id"
  | "userId"
  | "originalName"
  | "originalPath"
  | "fileType"
  | "fileSize"
  | "sha256"
  | "ownershipConfirmedAt"
  | "searchText"
  | "createdAt"
>;

export async function insertDocument(db: Database, row: NewDocument): Promise<DocumentRow> {
  return newDocument(db).get({ ...row, ownershipConfirmedAt: row.ownershipConfirmedAt?.getTime() ?? null });
}

const newDocument = prepared((db) =>
  db
    .insert(documents)
    .values({
      ...placeholders("id", "userId", "originalName", "originalPath", "fileType", "fileSize", "sha256"),
      searchText: sql`${sql.placeholder("searchText")}`,
      ownershipConfirmedAt: sql`${sql.placeholder("ownershipConfirmedAt")}`,
      createdAt: sql.placeholder("createdAt"),
    })
    .returning()
    .prepare(),
);

export async function findDocument(db: Database, id: string): Promise<DocumentRow | undefined> {
  return documentById(db).get({ id });
}

const documentById = prepared((db) =>
  db
    .select()
    .from(documents)
    .where(eq(documents.id, sql.placeholder("id")))
    .prepare(),
);

/** The same in a transaction: locks the row until the transaction ends. */
export async function lockDocument(db: Database, id: string): Promise<DocumentRow | undefined> {
  return lockedDocument(db).get({ id });
}

const lockedDocument = prepared((db) =>
  db
    .select()
    .from(documents)
    .where(sql`${eq(documents.id, sql.placeholder("id"))}${locked(db)}`)
    .prepare(),
);

export async function findDocumentBySerial(
  db: Database,
  serialNumber: string,
): Promise<DocumentRow | undefined> {
  return db.select().from(documents).where(eq(documents.serialNumber, serialNumber)).get();
}

/** Every access on behalf of a user goes through here: it checks id and owner together. */
export async function findOwnedDocument(
  db: Database,
  userId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  return ownedDocument(db).get({ id, userId });
}

const ownedDocument = prepared((db) => {
  const isOwned = eq(documents.userId, sql.placeholder("userId"));
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.id, sql.placeholder("id")), isOwned))
    .prepare();
});

/** Newest first, at most `limit`: from the start, or those after `last`. */
export async function listOwnedDocuments(
  db: Database,
  userId: string,
  limit: number,
  last?: DocumentRow,
  { withCollections = true } = {},
): Promise<DocumentRow[]> {
  const { createdAt, id, kind } = documents;
  const isAfter =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)));
  const isListed = withCollections
    ? undefined
    : inArray(
        kind,
        kindsThat(({ holds }) => holds === "file"),
      );
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), isListed, isAfter))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(limit)
    .all();
}

export async function updateDocument(db: Database, id: string, change: Partial<DocumentRow>): Promise<void> {
  await db.update(documents).set(change).where(eq(documents.id, id)).run();
}

const starts = [
  "serialNumber",
  "processedAt",
  "timeZone",
  "timestampConfig",
  "searchText",
  "clientName",
  "identity",
] as const;

/** Marks a document as in progress, with what is decided at the start. An earlier error is forgotten. */
export async function markStarted(
  db: Database,
  id: string,
  start: Pick<DocumentRow, (typeof starts)[number]>,
): Promise<void> {
  await starting(db).run({ id, ...start });
}

const starting = prepared((db) =>
  db
    .update(documents)
    .set({
      ...assignments(documents, ...starts),
      status: "processing",
      errorMessage: null,
      errorCode: null,
      errorParams: null,
    })
    .where(eq(documents.id, sql.placeholder("id")))
    .prepare(),
);

const results = [
  "processedPath",
  "certificatePath",
  "stampedType",
  "stampedSha256",
  "stampedSize",
  "certificateSha256",
  "pages",
  "originalKept",
  "notes",
] as const;

/** Marks a document as completed, with its results. */
export async function markCompleted(
  db: Database,
  id: string,
  result: Pick<DocumentRow, (typeof results)[number]>,
): Promise<void> {
  await completion(db).run({ id, ...result });
}

const completion = prepared((db) =>
  db
    .update(documents)
    .set({ ...assignments(documents, ...results), status: "completed" })
    .where(eq(documents.id, sql.placeholder("id")))
    .prepare(),
);

/** Deletes a document that has no certificate. Returns the keys of its files. */
export async function deleteDocument(db: Database, id: string): Promise<string[]> {
  const row = await db.delete(documents).where(eq(documents.id, id)).returning().get();
  return row ? fileKeysOf(row) : [];
}

/**
 * What remains of a completed document that its owner deleted: serial number, times, fingerprints and the certificate,
 * of no account, in no project and without names. Returns the keys of its files.
 */
export async function withdrawDocument(db: Database, row: DocumentRow, at: number): Promise<string[]> {
  const withdrawnAt = new Date(at);
  const left = {
    ...withoutNames(row),
    userId: null,
    sessionId: null,
    projectId: null,
    versionGroup: null,
    originalPath: null,
    processedPath: null,
    certificatePath: null,
    stampedSize: null,
    originalDeletedAt: row.originalDeletedAt ?? withdrawnAt,
    withdrawnAt,
  };
  await updateDocument(db, row.id, left);
  return fileKeysOf(row);
}

const fileKeysOf = ({ originalPath, processedPath, certificatePath }: DocumentRow): string[] =>
  [originalPath, processedPath, certificatePath].filter((key) => key !== null);

type Named = Pick<DocumentRow, "originalName" | "kind" | "timestampConfig">;

/** The change that removes all names from a document, except from its signed statement, which is no longer shown. */
export function withoutNames({ originalName, kind, timestampConfig }: Named): Partial<DocumentRow> {
  return {
    clientName: null,
    identity: null,
    // A title has no extension to keep.
    originalName: removedFileName(kindOf({ kind }).holds === "list" ? "" : originalName),
    displayName: null,
    note: null,
    recipient: null,
    searchText: "",
    timestampConfig: timestampConfig && { ...timestampConfig, otherParties: undefined, chosenBy: undefined },
  };
}

/** Counts a user's stored originals and their total bytes. */
export async function countOriginals(
  db: Database,
  userId: string,
): Promise<{ originals: number; bytes: number }> {
  return (await storedOriginals(db).get({ userId })) ?? { originals: 0, bytes: 0 };
}

const storedOriginals = prepared((db) => {
  const bytes = sql`coalesce(sum(cast(${documents.fileSize} AS bigint)), 0)`.mapWith(Number);
  return db
    .select({ originals: count(), bytes })
    .from(documents)
    .where(and(eq(documents.userId, sql.placeholder("userId")), isNotNull(documents.originalPath)))
    .prepare();
});

/** Documents with a stored original and no certificate, by id, starting after `after`. */
export async function listUncertifiedOriginals(
  db: Database,
  after: string,
  limit: number,
): Promise<DocumentRow[]> {
  return db
    .select(getTableColumns(documents))
    .from(documents)
    .leftJoin(certificates, eq(certificates.documentId, documents.id))
    .where(and(isNull(certificates.serialNumber), isNotNull(documents.originalPath), gt(documents.id, after)))
    .orderBy(documents.id)
    .limit(limit)
    .all();
}

const keepsOriginal = and(isNotNull(documents.originalPath), ne(documents.status, "processing"));

/** Documents uploaded before `before` whose original is still stored and not in use by a job. */
export async function listExpiredOriginals(db: Database, before: number): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(and(lt(documents.createdAt, new Date(before)), keepsOriginal))
    .all();
}

/** Clears an original that no job is reading; false if there is none. */
export async function clearOriginal(db: Database, id: string, at: number): Promise<boolean> {
  const forgotten = { originalPath: null, originalDeletedAt: new Date(at) };
  const changed = await db
    .update(documents)
    .set(forgotten)
    .where(and(eq(documents.id, id), keepsOriginal))
    .returning({ id: documents.id })
    .get();
  return changed !== undefined;
}

/** The keys that a row names, or may name in a moment because its document is being processed. */
export async function keysInUse(db: Database, keys: FileKey[]): Promise<Set<FileKey>> {
  const { id, status, originalPath, processedPath, certificatePath } = documents;
  const rows = await db
    .select({ id, status, named: { originalPath, processedPath, certificatePath } })
    .from(documents)
    .where(inArray(id, keys.map(getDocumentId)))
    .all();
  const named = new Set(rows.flatMap((row) => Object.values(row.named)));
  const processing = new Set(rows.filter((row) => row.status === "processing").map((row) => row.id));
  return new Set(keys.filter((key) => named.has(key) || processing.has(getDocumentId(key))));
}

/** A stored file that a row names, of any document; undefined if there is none. */
export async function findSomeFile(db: Database): Promise<FileKey | undefined> {
  const { originalPath, processedPath } = documents;
  const row = await db
    .select({ originalPath, processedPath })
    .from(documents)
    .where(or(isNotNull(processedPath), isNotNull(originalPath)))
    .limit(1)
    .get();
  const key = row?.processedPath ?? row?.originalPath;
  return key ? requireFileKey(key) : undefined;
}

/** Whether the document's row names this file. */
export async function isFileNamed(db: Database, key: FileKey): Promise<boolean> {
  const row = await findDocument(db, getDocumentId(key));
  return row !== undefined && [row.originalPath, row.processedPath, row.certificatePath].includes(key);
}
