import { createSHA256 } from "hash-wasm";
import type { HashNews, HashTask } from "./features/collections/hash-files.ts";

/**
 * Computes the SHA-256 of files in chunks, so that memory does not grow with a file. The server serves this script with
 * a policy that allows no connections (src/server/http/web.ts), so it cannot send what it reads.
 */
addEventListener("message", ({ data }: MessageEvent<HashTask>) => {
  hash(data).catch(reportError);
});

/**
 * The browser's own SHA-256 is the fastest, but needs the whole file in memory: most photos, also raw ones, are
 * smaller.
 */
const maxWhole = 64 * 1024 * 1024;
/** How many bytes are read between two messages about the progress. */
const toldBytes = 4 * 1024 * 1024;

const tell = (news: HashNews) => postMessage(news);

async function hash({ id, file }: HashTask): Promise<void> {
  try {
    // Only pages on https or on this machine have it.
    const isNative = file.size <= maxWhole && "subtle" in crypto;
    const sha256 = isNative ? await hashWhole(id, file) : await hashPieces(id, file);
    tell({ id, state: "done", sha256 });
  } catch {
    // Browsers refuse to read a file that was changed, moved or deleted since it was chosen.
    tell({ id, state: "unreadable" });
  }
}

async function hashWhole(id: number, file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  tell({ id, state: "reading", bytes: file.size });
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Browsers read a stream in half the time of slices of the file. */
async function hashPieces(id: number, file: File): Promise<string> {
  const hasher = await createSHA256();
  const reader = file.stream().getReader();
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hasher.update(piece.value);
    bytes += piece.value.length;
    if (bytes < toldBytes) continue;
    tell({ id, state: "reading", bytes });
    bytes = 0;
  }
  tell({ id, state: "reading", bytes });
  return hasher.digest("hex");
}
