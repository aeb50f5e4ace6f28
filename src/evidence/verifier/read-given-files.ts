import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { wellFormed } from "../../formats/der/malformed.ts";
import { isPicture } from "../c2pa/placeholder.ts";
import { readCredentials } from "../c2pa/verify-credentials.ts";
import { readEvidenceRecord } from "../ers/evidence-record.ts";
import type { GivenFile } from "./file-context.ts";
import type { KnownRecord } from "./membership.ts";
import { evidenceIn, maxSmallBytes, maySupport, mustBeOpened, openFile } from "./open-file.ts";
import { isPdf } from "./pdf/status.ts";

/** A file that can be read in parts: a `File` in a browser, a file on disk in the CLI. */
export type ReadableFile = { name: string; content: Blob };

/** Larger files are not opened: only their fingerprint is compared. */
const maxHeldBytes = 512 * 1024 * 1024;
/** What is read of a file to decide whether it must be opened. */
export const headBytes = 1024;
const sliceBytes = 1024 * 1024;

/**
 * The files to verify: with their bytes if they must be opened, otherwise with their fingerprint. Of a picture, only
 * its fingerprint and its credentials are held, so that thousands of photos fill no memory. The record page, the CLI
 * and verify.html all use this function, so that they give the same answers. `onPercent` gets whole numbers. `records`:
 * the evidence records that are known already. An error names the first file that cannot be read. Runs in browsers.
 */
export async function readGivenFiles(
  files: ReadableFile[],
  onPercent: (percent: number) => void = () => undefined,
  records: KnownRecord[] = [],
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
  return needsPictures(given, records) ? await withPictures(files, given) : given;
}

/** True if a record renews its files in another hash, which is computed from their bytes. */
function needsPictures(given: GivenFile[], known: KnownRecord[]): boolean {
  if (!given.some((file) => "isPicture" in file)) return false;
  const records = given.flatMap((file) => evidenceIn(openFile(file)).records);
  return [...known, ...records].some(({ bytes }) => {
    const record = wellFormed(() => readEvidenceRecord(bytes));
    if (!record || record === "unsupported") return false;
    return record.renewals.some(({ over, hash }) => "chains" in over && hash !== "SHA-256");
  });
}

/** The same files, with the bytes of the pictures. */
async function withPictures(
  files: ReadableFile[],
  given: GivenFile[],
): Promise<GivenFile[] | { unreadable: string }> {
  const whole: GivenFile[] = [];
  for (const [at, { name, content }] of files.entries()) {
    const file = given[at];
    if (!file) continue;
    try {
      whole.push("isPicture" in file ? { name, bytes: await readWhole(content) } : file);
    } catch {
      return { unreadable: name };
    }
  }
  return whole;
}

const readWhole = async (content: Blob) => new Uint8Array(await content.arrayBuffer());

async function readGivenFile(
  { name, content }: ReadableFile,
  onBytes: (bytes: number) => void,
): Promise<GivenFile> {
  const { size } = content;
  // Any small file may contain evidence, so its start need not be read first.
  if (size <= maxSmallBytes) return { name, bytes: await readWhole(content) };
  const head = new Uint8Array(await content.slice(0, headBytes).arrayBuffer());
  const isTooLarge = size > maxHeldBytes;
  if (!mustBeOpened(head, size)) return { name, sha256: await hashInSlices(content, onBytes), size };
  if (isTooLarge) return { name, sha256: await hashInSlices(content, onBytes), size, isTooLarge };
  const bytes = await readWhole(content);
  if (!isPicture(head) || isPdf(head) || maySupport(head, size)) return { name, bytes };
  const credentials = readCredentials(bytes);
  return {
    name,
    sha256: bytesToHex(sha256(bytes)),
    size,
    isPicture: true,
    ...(credentials ? { credentials } : {}),
  };
}

/**
 * The lower-case hex SHA-256 of a file, read in slices with pauses between them, so that a large one neither fills
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
