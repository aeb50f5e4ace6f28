import { randomBytes } from "node:crypto";
import type { CollectionFacts } from "../../../db/columns/collection-facts.ts";
import { PartlyDone } from "../../errors.ts";
import type { FinishedFile } from "../../platform/files/object-store.ts";
import { receiveFile } from "../../platform/files/receive.ts";
import type { ReadableFile } from "../../platform/files/store.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { processDocumentSchema } from "../documents/documents.schema.ts";
import {
  listOwned,
  readCertificate,
  readStampedCopy,
  removeDocument,
} from "../documents/documents.service.ts";
import { processDocument } from "../documents/processing.service.ts";
import { storeCollection } from "../documents/upload.service.ts";
import type { CollectionView } from "./collections.output.schema.ts";
import { listOwnedCollections } from "./collections.repo.ts";
import {
  type CollectionFields,
  collectionFieldsSchema,
  collectionLimits,
  type ListCollectionsInput,
} from "./collections.schema.ts";
import { type CollectionRow, collectionNotFound, isCollection, toCollectionView } from "./collections.ts";

/** As evidence/ers/hash-tree.ts expects it. */
const secretBytes = 32;

/** The request that creates a collection, checked, and the file with the list of its files. */
export type NewCollection = { fields: CollectionFields; list: FinishedFile; facts: CollectionFacts };

/** A list of 50,000 names in 240 folders each takes three seconds of processor time. */
const readingMs = 120_000;

/**
 * Receives the request that creates a collection, JSON that is far larger than other bodies, and has a child process
 * check it. Throws `too_large`, `invalid` with the first mistakes, and `rate_limited` if too many are being read.
 */
export async function receiveCollection(
  deps: Pick<Deps, "files" | "listReading" | "workers">,
  body: AsyncIterable<Uint8Array>,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<NewCollection> {
  const { path } = await receiveFile(deps.files, body, {
    bytes: maxListBytes,
    message: listTooLarge,
  });
  const output = deps.files.temporaryPath();
  const secret = randomBytes(secretBytes).toString("hex");
  try {
    const read = await deps.listReading.run(
      address,
      () =>
        deps.workers.run(
          "collection-list",
          { input: path, output, secret },
          { timeoutMs: readingMs, signal },
        ),
      signal,
    );
    const { files, totalBytes, root, list, blockRoots, bytes, sha256 } = read;
    const fields = collectionFieldsSchema.parse(read.fields);
    const choices = { hasNames: !fields.hideNames, listsFiles: fields.listFiles };
    return {
      fields,
      list: { path: output, bytes, sha256 },
      facts: { files, bytes: totalBytes, root, list, secret, blockRoots, ...choices },
    };
  } catch (error) {
    await deps.files.discard(output);
    throw error;
  } finally {
    await deps.files.discard(path);
  }
}

/**
 * Attests a collection: stores the list of its files like an upload, uses one stamp and queues the job. Returns the
 * same as `processDocument`. If the stamp is refused, e.g. because the plan is used up, the collection waits like an
 * uploaded document: the error's parameter `collection` is its ID, and `processDocument` starts it later.
 */
export async function createCollection(
  deps: Pick<
    Deps,
    | "config"
    | "counterKey"
    | "db"
    | "files"
    | "jobEvents"
    | "log"
    | "memoryRateLimiter"
    | "node"
    | "now"
    | "payments"
  >,
  owner: Actor,
  { fields, list, facts }: NewCollection,
  address: string,
): Promise<CollectionView> {
  const { title, ownershipConfirmed } = fields;
  const stored = { file: list, title, ownershipConfirmed, address, collection: facts };
  const id = await storeCollection(deps, owner, stored);
  try {
    await processDocument(deps, owner, processDocumentSchema.parse({ ...fields, id }), address);
    return await getCollection(deps, owner, id);
  } catch (error) {
    throw new PartlyDone(error, { collection: id });
  }
}

export const maxListBytes = collectionLimits.listMebibytes * 1024 * 1024;
/** The list of files as JSON cannot be larger than the request body that contained it; see collections.schema.ts. */
export const listTooLarge = {
  code: "collection-list-too-large",
  text: "The list of files exceeds {megabytes} MB. Please split the files into several collections.",
  params: { megabytes: collectionLimits.listMebibytes },
} as const;

/** One page of the owner's collections, newest first. Throws `not_found` if the cursor is not one of them. */
export async function listCollections(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { limit, cursor }: ListCollectionsInput,
): Promise<CollectionView[]> {
  const last = cursor === undefined ? undefined : await requireCollection(deps, owner, cursor);
  const rows = await listOwnedCollections(deps.db, owner.id, limit, last);
  return rows.filter(isCollection).map(toCollectionView);
}

/**
 * Throws `not_found`, even if the collection exists but belongs to another user. The same is true for all functions
 * below.
 */
export async function getCollection(
  deps: Pick<Deps, "db">,
  owner: Actor,
  id: string,
): Promise<CollectionView> {
  return toCollectionView(await requireCollection(deps, owner, id));
}

/** Deletes a collection like a document: its log entry stays, but no one can open it anymore. */
export async function removeCollection(
  deps: Pick<Deps, "db" | "log" | "now" | "payments" | "files" | "jobEvents">,
  owner: Actor,
  id: string,
): Promise<void> {
  await requireCollection(deps, owner, id);
  await removeDocument(deps, owner, id);
}

/** Throws `not_found` before the collection is completed; the same is true for the next function. */
export async function readCollectionCertificate(
  deps: Pick<Deps, "db" | "files">,
  owner: Actor,
  id: string,
): Promise<ReadableFile> {
  await requireCollection(deps, owner, id);
  return readCertificate(deps, owner, id);
}

/** The list that `sha256sum --check` reads. */
export async function readSha256Sums(
  deps: Pick<Deps, "db" | "files">,
  owner: Actor,
  id: string,
): Promise<ReadableFile> {
  await requireCollection(deps, owner, id);
  return readStampedCopy(deps, owner, id);
}

export async function requireCollection(
  deps: Pick<Deps, "db">,
  owner: Actor,
  id: string,
): Promise<CollectionRow> {
  const [row] = await listOwned(deps, owner, [id]);
  if (!row || !isCollection(row)) throw collectionNotFound();
  return row;
}
