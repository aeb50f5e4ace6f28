import { createHash } from "node:crypto";
import { type FileHandle, link, open } from "node:fs/promises";
import { writeAll } from "../../platform/files/write-all.ts";
import { type RunAs, runDirectly } from "./run-as.ts";

const pieceSize = 1024 * 1024;

/**
 * Copies a file to a path where there is none, in pieces, and returns its length and SHA-256 in lower-case hex. When
 * it resolves, the bytes are on the disk; their folder is the caller's to sync. `rights` are for opening either file.
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

/** Another name for the same bytes; false where the file system has none, or no more of them. */
export async function linkFile(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}
