import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

const chunkBytes = 1024 * 1024;

/**
 * The length and lower-case hex SHA-256 of a file, read in chunks. `onBytes` receives the length of each chunk; if
 * it throws, reading stops. `flags` are those of opening it.
 */
export async function hashFile(
  path: string,
  onBytes: (count: number) => void = () => {},
  flags = constants.O_RDONLY,
): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, flags);
  try {
    const { size } = await file.stat();
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size + 1));
    const hash = createHash("sha256");
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, bytes);
      if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
      hash.update(chunk.subarray(0, bytesRead));
      bytes += bytesRead;
      onBytes(bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The same for a process that has nothing else to do; takes half the processor time. */
export function hashFileNow(path: string): { bytes: number; sha256: string } {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, fstatSync(file).size + 1));
    const hash = createHash("sha256");
    let bytes = 0;
    for (;;) {
      const bytesRead = readSync(file, chunk, 0, chunk.length, bytes);
      if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
      hash.update(chunk.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    closeSync(file);
  }
}
