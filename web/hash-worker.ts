import { createSHA256 } from "hash-wasm";
import type { HashNews, HashTask } from "./features/collections/hash-files.ts";

/**
 * Computes the SHA-256 of files in chunks, so that memory does not grow with a file. The server serves this script with
 * a policy that allows no connections (src/server/http/web.ts), so it cannot send what it reads.
 */
addEventListener("message", ({ data }: MessageEvent<HashTask>) => {
  hashAll(data).catch(reportError);
});

/** How many bytes are read between two progress messages. */
const toldBytes = 4 * 1024 * 1024;

let untold = 0;

function tell(news: HashNews): void {
  untold = 0;
  postMessage(news);
}

async function hashAll({ files, maxWholeBytes }: HashTask): Promise<void> {
  const hashes = await Promise.all(files.map((file) => hash(file, maxWholeBytes)));
  tell({ state: "done", bytes: untold, hashes });
}

/**
 * The browser's own SHA-256 is the fastest, but needs the whole file in memory; most photos, even raw ones, are
 * small enough. Undefined if the browser refuses to read the file: it was changed, moved or deleted since it was
 * chosen.
 */
async function hash(file: File, maxWholeBytes: number): Promise<string | undefined> {
  try {
    // Available only to pages on https or on this machine.
    const isNative = file.size <= maxWholeBytes && "subtle" in crypto;
    return isNative ? await hashWhole(file) : await hashPieces(file);
  } catch {
    return undefined;
  }
}

async function hashWhole(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  untold += file.size;
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Browsers read a stream in half the time that slices of the file take. */
async function hashPieces(file: File): Promise<string> {
  const hasher = await createSHA256();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    hasher.update(piece.value);
    untold += piece.value.length;
    if (untold >= toldBytes) tell({ state: "reading", bytes: untold });
  }
  return hasher.digest("hex");
}
