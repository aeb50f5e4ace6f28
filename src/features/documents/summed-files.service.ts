import { AppError } from "../../errors.ts";
import { hashNatively } from "../../evidence/ers/hash-natively.ts";
import { buildHashTree } from "../../evidence/ers/hash-tree.ts";
import { parseSha256Sums, type SummedFile } from "../../formats/sha256sums.ts";
import { damagedFile, type FileStore } from "../../platform/files/store.ts";
import type { CollectionFacts } from "./collection-facts.ts";

/** The files of a collection as listed in its SHA256SUMS. Throws `internal` if it is missing or damaged. */
export async function readSummedFiles(files: FileStore, key: string): Promise<SummedFile[]> {
  const found = await files.find(key);
  const chunks = await Array.fromAsync(files.readPieces(found));
  const summed = parseSha256Sums(Buffer.concat(chunks).toString("utf8"));
  if (summed) return summed;
  throw AppError.from("internal", damagedFile);
}

/** The fingerprints of the files in order, 32 bytes each. */
export const joinHashes = (files: readonly SummedFile[]): Buffer =>
  Buffer.from(files.map(({ sha256 }) => sha256).join(""), "hex");

/** Whether the records built from a stored SHA256SUMS lead to the root in the statement. */
export async function isTreeIntact(
  files: FileStore,
  key: string,
  { secret, root, blockRoots }: CollectionFacts,
): Promise<boolean> {
  const hashes = joinHashes(await readSummedFiles(files, key));
  const tree = buildHashTree(Buffer.from(secret, "hex"), hashes, hashNatively);
  return (
    Buffer.from(tree.root).toString("hex") === root &&
    Buffer.from(tree.blockRoots).toString("base64") === blockRoots
  );
}
