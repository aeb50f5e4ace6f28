import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { commitToList } from "../../evidence/collection-statement.ts";
import { hashNatively } from "../../evidence/ers/hash-natively.ts";
import { buildHashTreeInSteps, deriveListSalt, type HashTree } from "../../evidence/ers/hash-tree.ts";
import { writeFileList } from "../../formats/certificate/file-list.ts";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { receiveFile } from "../../platform/files/receive.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { CollectionFacts } from "../documents/collection-facts.ts";
import { processDocumentSchema } from "../documents/documents.schema.ts";
import {
  listOwned,
  type ReadableFile,
  readCertificate,
  readStampedCopy,
  removeDocument,
} from "../documents/documents.service.ts";
import { processDocument } from "../documents/processing.service.ts";
import { storeCollection } from "../documents/upload.service.ts";
import type { CollectionView } from "./collections.output.schema.ts";
import { listOwnedCollections } from "./collections.repo.ts";
import {
  type CollectionFile,
  type CreateCollectionInput,
  collectionLimits,
  type ListCollectionsInput,
} from "./collections.schema.ts";
import { type CollectionRow, collectionNotFound, isCollection, toCollectionView } from "./collections.ts";

/** As evidence/ers/hash-tree.ts expects it. */
const secretBytes = 32;

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
  input: CreateCollectionInput,
  address: string,
): Promise<CollectionView> {
  const { title, files, hideNames, listFiles, ownershipConfirmed, ...config } = input;
  const collection = await buildFacts(files, { hasNames: !hideNames, listsFiles: listFiles });
  const list = Buffer.from(writeFileList(files));
  const file = await receiveFile(deps.files, piecesOf(list), { bytes: list.length, message: listTooLarge });
  const id = await storeCollection(deps, owner, { file, title, ownershipConfirmed, address, collection });
  try {
    await processDocument(deps, owner, processDocumentSchema.parse({ id, ...config }), address);
  } catch (error) {
    throw error instanceof AppError ? withCollection(error, id) : error;
  }
  return getCollection(deps, owner, id);
}

/** The list of files as JSON cannot be larger than the request body that contained it; see collections.schema.ts. */
export const listTooLarge = {
  code: "collection-list-too-large",
  text: "The list of files exceeds {megabytes} MB. Please split the files into several collections.",
  params: { megabytes: collectionLimits.listMebibytes },
} as const;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function buildFacts(
  files: CollectionFile[],
  choices: Pick<CollectionFacts, "hasNames" | "listsFiles">,
): Promise<CollectionFacts> {
  const secret = randomBytes(secretBytes);
  const tree = await buildTree(secret, Buffer.from(files.map(({ sha256 }) => sha256).join(""), "hex"));
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    root: hex(tree.root),
    list: commitToList(deriveListSalt(secret), writeSha256Sums(files)),
    secret: hex(secret),
    blockRoots: Buffer.from(tree.blockRoots).toString("base64"),
    ...choices,
  };
}

/** Building the largest collection's tree takes about a second; other requests are answered in between. */
async function buildTree(secret: Uint8Array, hashes: Uint8Array): Promise<HashTree> {
  const steps = buildHashTreeInSteps(secret, hashes, hashNatively);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function withCollection(
  { kind, code, text, params, retryAfterSeconds }: AppError,
  collection: string,
): AppError {
  const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return AppError.from(kind, { code, text, params: { ...params, collection } }, details);
}

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
  deps: Pick<Deps, "db" | "log" | "now" | "files" | "jobEvents">,
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
