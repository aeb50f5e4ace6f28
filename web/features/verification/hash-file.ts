import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const sliceBytes = 1024 * 1024;

/**
 * SHA-256 of a file as lower-case hex. Read in slices of 1 MiB with a breath between them, so that a large file
 * neither fills the memory nor freezes the page. `onPercent` gets whole numbers. Throws when the file cannot be read.
 */
export async function hashFile(file: Blob, onPercent: (percent: number) => void): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += sliceBytes) {
    hash.update(new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer()));
    onPercent(Math.floor((Math.min(start + sliceBytes, file.size) / file.size) * 100));
  }
  return bytesToHex(hash.digest());
}
