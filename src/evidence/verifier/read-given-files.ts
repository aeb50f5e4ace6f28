import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { mayHoldEvidence } from "./open-file.ts";
import type { GivenFile } from "./subject.ts";

/** A file that can be read in parts: in a browser a `File`, on a console what the disk holds. */
export type ReadableFile = { name: string; content: Blob };

/** No larger file is looked into: it is compared by its fingerprint. */
const maxHeldBytes = 512 * 1024 * 1024;
const headBytes = 1024;
const sliceBytes = 1024 * 1024;

/**
 * Files as they are judged: with their bytes where evidence may stand in them, else by their fingerprint. Page, console
 * and verify.html all read files by this function, so that they answer each the same. `onPercent` gets whole numbers.
 * Names the first file that cannot be read. Runs in browsers.
 */
export async function readGivenFiles(
  files: ReadableFile[],
  onPercent: (percent: number) => void = () => undefined,
): Promise<GivenFile[] | { unreadable: string }> {
  const total = files.reduce((sum, { content }) => sum + content.size, 0);
  const given: GivenFile[] = [];
  let before = 0;
  for (const file of files) {
    const onBytes = (bytes: number) => onPercent(Math.floor(((before + bytes) / total) * 100));
    try {
      given.push(await readGivenFile(file, onBytes));
    } catch {
      return { unreadable: file.name };
    }
    before += file.content.size;
  }
  return given;
}

async function readGivenFile(
  { name, content }: ReadableFile,
  onBytes: (bytes: number) => void,
): Promise<GivenFile> {
  const { size } = content;
  const head = new Uint8Array(await content.slice(0, headBytes).arrayBuffer());
  const isTooLarge = size > maxHeldBytes;
  if (!mayHoldEvidence(head, size)) return { name, sha256: await hashInSlices(content, onBytes), size };
  if (isTooLarge) return { name, sha256: await hashInSlices(content, onBytes), size, isTooLarge };
  return { name, bytes: new Uint8Array(await content.arrayBuffer()) };
}

/**
 * Lower-case hex SHA-256 of a file, read in slices with a breath between them, so that a large one neither fills the
 * memory nor freezes a page.
 */
async function hashInSlices(content: Blob, onBytes: (bytes: number) => void): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < content.size; start += sliceBytes) {
    const end = Math.min(start + sliceBytes, content.size);
    hash.update(new Uint8Array(await content.slice(start, end).arrayBuffer()));
    onBytes(end);
  }
  return bytesToHex(hash.digest());
}
