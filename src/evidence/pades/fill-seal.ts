import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
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

/** Opens a file, as in node:fs/promises. */
export type OpenFile = (path: string, flags: string) => Promise<FileHandle>;

/** Thrown if a signature needs more space than was reserved. */
export class SignatureTooLarge extends Error {
  constructor(bytes: number, reserved: number) {
    super(`A signature of ${bytes} bytes does not fit into the ${reserved} reserved for it.`);
  }
}

const chunkBytes = 1024 * 1024;

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
  openFile: OpenFile = open,
): Promise<{ bytes: number; sha256: string }> {
  const file = await openFile(path, "r+");
  try {
    const { size } = await file.stat();
    if (size !== timeStamp.covered)
      throw new Error("The file to be sealed has changed since it was prepared.");
    await checkPlaceholder(file, seal, maxReserved.seal);
    await checkPlaceholder(file, timeStamp, maxReserved.timeStamp);
    const hash = createHash("sha256");
    await feed(hash, file, 0, seal.placeholder.start);
    await sign(hash, file, seal, signers.seal);
    await feed(hash, file, seal.placeholder.start, timeStamp.placeholder.start);
    await sign(hash, file, timeStamp, signers.timeStamp);
    await feed(hash, file, timeStamp.placeholder.start, size);
    return { bytes: size, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}

/**
 * The process that prepared a file parsed it and may have been compromised: the signed bytes must name exactly this
 * placeholder.
 */
async function checkPlaceholder(file: FileHandle, signature: OpenSignature, maxBytes: number): Promise<void> {
  const { placeholder, covered } = signature;
  const before = `${rangeText(rangeNumbers(signature))}<`;
  const after = `>${dictionaryEnd}`;
  const isOrdered =
    before.length <= placeholder.start &&
    placeholder.start < placeholder.end &&
    placeholder.end + after.length <= covered;
  const isLong = placeholder.end - placeholder.start > maxBytes * 2 + 2;
  const said =
    (await textAt(file, placeholder.start + 1 - before.length, before.length)) +
    (await textAt(file, placeholder.end - 1, after.length));
  if (!isOrdered || isLong || said !== before + after)
    throw new Error("The file to be sealed does not say where its signatures go.");
}

async function textAt(file: FileHandle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, Math.max(0, at));
  return buffer.toString("latin1", 0, bytesRead);
}

/** `before` has hashed everything up to the placeholder; the rest is added to a copy of it. */
async function sign(before: Hash, file: FileHandle, { placeholder, covered }: OpenSignature, signer: Signer) {
  const around = before.copy();
  await feed(around, file, placeholder.end, covered);
  await fillPlaceholder(file, placeholder, await signer(around.digest()));
}

/** Adds the bytes of the file from `start` to before `end` to the hash. */
export async function feed(hash: Hash, file: FileHandle, start: number, end: number): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - start));
  for (let at = start; at < end; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
    if (bytesRead === 0) throw new Error("The file to be sealed ended early.");
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Writes between the brackets of a placeholder; zeros after a signature are padding (ISO 32000-2, 12.8.1). */
async function fillPlaceholder(
  file: FileHandle,
  { start, end }: OpenSignature["placeholder"],
  der: Uint8Array,
): Promise<void> {
  const digits = Buffer.from(Buffer.from(der).toString("hex"), "latin1");
  const available = end - start - 2;
  if (digits.length > available) {
    throw new SignatureTooLarge(der.length, available / 2);
  }
  for (let at = 0; at < digits.length; ) {
    const { bytesWritten } = await file.write(digits, at, digits.length - at, start + 1 + at);
    at += bytesWritten;
  }
}
