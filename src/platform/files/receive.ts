import { createHash } from "node:crypto";
import { AppError, type Message } from "../../errors.ts";
import { isDiskFull, outOfSpace } from "./disk-full.ts";
import type { FinishedFile } from "./object-store.ts";
import type { FileStore } from "./store.ts";
import { writeAll } from "./write-all.ts";

/**
 * Streams into a temporary file, which the caller keeps or discards; hashes and counts it at the same time. Buffers one
 * chunk, so memory does not grow with the file. If the stream fails (too large, interrupted, disk full), nothing is
 * left. Throws AppError `too_large` with the given message at the first byte above the limit.
 */
export async function receiveFile(
  files: FileStore,
  stream: AsyncIterable<Uint8Array>,
  limit: { bytes: number; message: Message },
): Promise<FinishedFile> {
  const path = files.temporaryPath();
  const handle = await files.disk.open(path, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of stream) {
      bytes += chunk.byteLength;
      if (bytes > limit.bytes) throw AppError.from("too_large", limit.message);
      hash.update(chunk);
      await writeAll(handle, chunk);
    }
    return { path, bytes, sha256: hash.digest("hex") };
  } catch (error) {
    await files.discard(path);
    throw isDiskFull(error) ? outOfSpace(error) : error;
  } finally {
    await handle.close();
  }
}
