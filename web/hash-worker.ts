import { createSHA256 } from "hash-wasm";
import { hasEnds, hashBytes, joinEnds } from "./features/collections/file-ends.ts";
import type { FileHash, HashNews, HashTask } from "./features/collections/hash-files.ts";

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
  const hashes = await hashBatch(files, maxWholeBytes);
  tell({ state: "done", bytes: untold, hashes });
}

/**
 * The browser's own SHA-256 is the fastest, but needs whole files in memory; most photos, even raw ones, are small
 * enough. Undefined for a file that the browser refuses to read: it was changed, moved or deleted since it was chosen.
 */
async function hashBatch(files: File[], maxWholeBytes: number): Promise<(FileHash | undefined)[]> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  try {
    // Available only to pages on https or on this machine.
    if (bytes <= maxWholeBytes && "subtle" in crypto) return await hashTogether(files, bytes);
    const [file, ...others] = files;
    if (file && others.length === 0) return [{ sha256: await hashPieces(file) }];
  } catch {
    if (files.length === 1) return [undefined];
  }
  return (await Promise.all(files.map((file) => hashBatch([file], maxWholeBytes)))).flat();
}

/** Browsers read several small files as one in less time than one after the other. */
async function hashTogether(files: File[], bytes: number): Promise<FileHash[]> {
  const all = await new Blob(files).arrayBuffer();
  if (all.byteLength !== bytes) throw new Error("A file was changed since it was chosen.");
  let start = 0;
  const contents = files.map(({ size }) => {
    const content = new Uint8Array(all, start, size);
    start += size;
    return content;
  });
  const hashes = await Promise.all(
    contents.map(async (content) => ({
      sha256: await hashBytes(content),
      ...(hasEnds(content.length) && { ends: await hashBytes(joinEnds(content)) }),
    })),
  );
  untold += bytes;
  return hashes;
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
