import { setImmediate } from "node:timers/promises";
import type { CollectionFacts } from "../../../db/columns/collection-facts.ts";
import { AppError } from "../../errors.ts";
import { hashNatively } from "../../evidence/ers/hash-natively.ts";
import { buildHashTree } from "../../evidence/ers/hash-tree.ts";
import { parseSha256Sums, type SummedFile } from "../../formats/sha256sums.ts";
import { damagedFile, type FileStore } from "../../platform/files/store.ts";

/** The files of a collection as listed in its SHA256SUMS. Throws `internal` if it is missing or damaged. */
export async function readSummedFiles(files: FileStore, key: string): Promise<SummedFile[]> {
  const found = await files.find(key);
  const chunks = await Array.fromAsync(files.readPieces(found));
  const text = Buffer.concat(chunks).toString("utf8");
  const summed: SummedFile[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start + sliceLength);
    const part = parseSha256Sums(text.slice(start, end));
    if (!part) throw AppError.from("internal", damagedFile);
    for (const file of part) summed.push(file);
    start = end;
    await setImmediate();
  }
  return summed;
}

/** The characters that are parsed before other requests are answered: a few milliseconds. */
const sliceLength = 256 * 1024;

/** The first position after a line that ends at `from` or later. */
function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from - 1);
  return newline === -1 ? text.length : newline + 1;
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
