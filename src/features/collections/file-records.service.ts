import { AppError } from "../../errors.ts";
import { writeEvidenceRecord } from "../../evidence/ers/evidence-record.ts";
import { findBlock, reduceHashTree } from "../../evidence/ers/hash-tree.ts";
import { joinHashes, readSummedFiles } from "../../issuing/attestations/summed-files.service.ts";
import { storedTokens } from "../../issuing/tsa/document-time-stamps.service.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { requireConfirmed } from "../verification/verification.service.ts";
import type { FileRecord } from "./collections.output.schema.ts";
import { isCollection } from "./collections.ts";
import { HashCache } from "./hash-cache.ts";

const hashBytes = 32;

/**
 * The evidence record of the file with this fingerprint in the collection with this serial number, for anyone who has
 * the file. If several files are equal, the first one's record. Throws `not_found` like `verifySerialNumber`, and for a
 * file that is not in the collection, `gone` for a withdrawn collection; never reveals which files are in it.
 */
export async function findFileRecord(
  deps: Pick<
    Deps,
    "config" | "db" | "files" | "log" | "memoryRateLimiter" | "counterKey" | "now" | "signingKeys"
  >,
  { serialNumber, sha256 }: { serialNumber: string; sha256: string },
  address: string,
): Promise<FileRecord> {
  await takeFromLimit(deps, "fileRecordsPerAddress", address);
  const { document } = await requireConfirmed(deps, serialNumber);
  if (!isCollection(document)) throw notInCollection();
  const { collection, processedPath } = document;
  if (processedPath === null) throw withdrawn();
  const hashes = await readHashes(deps.files, processedPath);
  const index = /^[0-9a-f]{64}$/i.test(sha256) ? findHash(hashes, Buffer.from(sha256, "hex")) : undefined;
  if (index === undefined) throw notInCollection();
  const { original: token } = await storedTokens(deps, document.serialNumber);
  if (!token) throw new Error("A collection has no time-stamp.");
  const fileCount = collection.files;
  const { start, end } = findBlock(index, fileCount);
  const reduced = reduceHashTree(
    Buffer.from(collection.secret, "hex"),
    { fileCount, blockRoots: Buffer.from(collection.blockRoots, "base64") },
    index,
    hashes.subarray(start * hashBytes, end * hashBytes),
  );
  return { index, fileCount, record: Buffer.from(writeEvidenceRecord(reduced, token)).toString("base64") };
}

function withdrawn(): AppError {
  return new AppError(
    "gone",
    "collection-withdrawn",
    "The owner of this collection has withdrawn it, so its list of files is gone.",
  );
}

function notInCollection(): AppError {
  return new AppError("not_found", "file-not-in-collection", "This file is not in the collection.");
}

/** The index of a fingerprint among others, each of 32 bytes. */
function findHash(hashes: Buffer, wanted: Buffer): number | undefined {
  for (let at = hashes.indexOf(wanted); at !== -1; at = hashes.indexOf(wanted, at + 1)) {
    if (at % hashBytes === 0) return at / hashBytes;
  }
  return undefined;
}

/** Enough for twenty of the largest collections. */
const maxCachedBytes = 32 * 1024 * 1024;
const caches = new WeakMap<FileStore, HashCache>();

/**
 * The files' fingerprints in order, 32 bytes each. They are cached, because people who check one file of a collection
 * often check all of them. Stored files never change.
 */
async function readHashes(files: FileStore, key: string): Promise<Buffer> {
  const cache = caches.get(files) ?? new HashCache(maxCachedBytes);
  caches.set(files, cache);
  return cache.get(key, async () => joinHashes(await readSummedFiles(files, key)));
}
