import { createHash, type Hash } from "node:crypto";
import { openPreparedFile, type PreparedFile, writeAt } from "./prepared-file.ts";
import {
  dictionaryEnd,
  maxReserved,
  type OpenSeal,
  type OpenSignature,
  rangeNumbers,
  rangeText,
} from "./seal.ts";

/** Makes a signature, DER, from the SHA-256 of the bytes it covers. */
type Signer = (digest: Buffer) => Promise<Uint8Array>;

/** The seal is a detached CMS signature, the document time-stamp a bare RFC 3161 token. */
export type Signers = { seal: Signer; timeStamp: Signer };

/** Thrown if a signature needs more space than was reserved. */
export class SignatureTooLarge extends Error {
  constructor(bytes: number, reserved: number) {
    super(`A signature of ${bytes} bytes does not fit into the ${reserved} reserved for it.`);
  }
}

const chunkBytes = 1024 * 1024;

/**
 * Both revisions of a seal are shorter: they take a few kilobytes, and what they repeat of the document was read from a
 * shorter file.
 */
const maxEndBytes = 64 * 1024 * 1024;

/**
 * Fills both signatures into the prepared file at `path`. Returns the length and the lower-case hex SHA-256 of the
 * finished file; the caller syncs it. The document is not parsed, only hashed, once. Throws if the file's length has
 * changed since it was prepared or its own byte ranges differ, and `SignatureTooLarge` if a signature does not fit; the
 * file is then unusable.
 */
export async function fillSeal(
  path: string,
  { seal, timeStamp }: OpenSeal,
  signers: Signers,
  openFile = openPreparedFile,
): Promise<{ bytes: number; sha256: string }> {
  const file = await openFile(path);
  try {
    const size = await file.getSize();
    if (size !== timeStamp.covered)
      throw new Error("The file to be sealed has changed since it was prepared.");
    const start = seal.placeholder.start + 1 - beforePlaceholder(seal).length;
    if (start < 0 || size - start > maxEndBytes || seal.covered > timeStamp.placeholder.start)
      throw misplaced();
    const end = Buffer.allocUnsafe(size - start);
    await readWhole(file, end, start);
    const bytes = (from: number, to: number) => end.subarray(from - start, to - start);
    checkPlaceholder(bytes, seal, maxReserved.seal);
    checkPlaceholder(bytes, timeStamp, maxReserved.timeStamp);
    const hash = createHash("sha256");
    await feed(hash, file, 0, start);
    let hashed = start;
    for (const [{ placeholder, covered }, signer] of [
      [seal, signers.seal],
      [timeStamp, signers.timeStamp],
    ] as const) {
      hash.update(bytes(hashed, placeholder.start));
      const around = hash.copy().update(bytes(placeholder.end, covered));
      const value = bytes(placeholder.start, placeholder.end);
      fillPlaceholder(value, await signer(around.digest()));
      await writeAt(file, value, placeholder.start);
      hashed = placeholder.start;
    }
    hash.update(bytes(hashed, size));
    return { bytes: size, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}

const misplaced = () => new Error("The file to be sealed does not say where its signatures go.");

const beforePlaceholder = (signature: OpenSignature) => `${rangeText(rangeNumbers(signature))}<`;

/**
 * The process that prepared a file parsed it and may have been compromised: the signed bytes must name exactly this
 * placeholder.
 */
function checkPlaceholder(
  bytes: (from: number, to: number) => Buffer,
  signature: OpenSignature,
  maxBytes: number,
): void {
  const { placeholder, covered } = signature;
  const before = beforePlaceholder(signature);
  const after = `>${dictionaryEnd}`;
  const start = placeholder.start + 1 - before.length;
  const end = placeholder.end - 1 + after.length;
  const isOrdered = placeholder.start < placeholder.end && end <= covered;
  const isLong = placeholder.end - placeholder.start > maxBytes * 2 + 2;
  const said =
    bytes(start, placeholder.start + 1).toString("latin1") +
    bytes(placeholder.end - 1, end).toString("latin1");
  if (!isOrdered || isLong || said !== before + after) throw misplaced();
}

async function readWhole(file: PreparedFile, into: Buffer, start: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const bytesRead = await file.read(into.subarray(at), start + at);
    if (bytesRead === 0) throw new Error("The file to be sealed ended early.");
    at += bytesRead;
  }
}

/** Adds the file's bytes from `start` up to, but not including, `end` to the hash. */
export async function feed(hash: Hash, file: PreparedFile, start: number, end: number): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - start));
  for (let at = start; at < end; ) {
    const bytesRead = await file.read(chunk.subarray(0, end - at), at);
    if (bytesRead === 0) throw new Error("The file to be sealed ended early.");
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Writes between the brackets of a placeholder; zeros after a signature are padding (ISO 32000-2, 12.8.1). */
function fillPlaceholder(placeholder: Buffer, der: Uint8Array): void {
  const available = placeholder.length - 2;
  if (der.length * 2 > available) throw new SignatureTooLarge(der.length, available / 2);
  placeholder.write(Buffer.from(der).toString("hex"), 1, "latin1");
}
