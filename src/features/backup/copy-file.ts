import { createHash } from "node:crypto";
import { type FileHandle, link, open } from "node:fs/promises";
import { writeAll } from "../../platform/files/write-all.ts";
import { type RunAs, runDirectly } from "./run-as.ts";

const pieceSize = 1024 * 1024;

/**
 * Copies a file in chunks to a path that does not exist, and returns its length and SHA-256 in lower-case hex. When it
 * resolves, the bytes are on disk; the caller syncs their folder. `rights` are for opening either file.
 */
export async function copyFile(
  from: string,
  to: string,
  mode: number,
  { asReader = runDirectly, asWriter = runDirectly }: { asReader?: RunAs; asWriter?: RunAs } = {},
): Promise<{ bytes: number; sha256: string }> {
  const source = await asReader(() => open(from, "r"));
  try {
    const target = await asWriter(() => open(to, "wx", mode));
    try {
      return await copyPieces(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyPieces(
  source: FileHandle,
  target: FileHandle,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  const piece = new Uint8Array(pieceSize);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(piece, 0, pieceSize, bytes);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    await writeAll(target, piece.subarray(0, bytesRead));
    bytes += bytesRead;
  }
  await target.sync();
  return { bytes, sha256: hash.digest("hex") };
}

/**
 * Creates a hard link; false if the file system does not support links, or this file already has the maximum number of
 * links.
 */
export async function linkFile(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}
