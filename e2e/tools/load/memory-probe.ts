/**
 * Loaded into the server before its own program (`bun --preload`) only during a soak: on SIGUSR2 it collects garbage
 * and records the memory that is still in use.
 */
import { heapStats } from "bun:jsc";
import { renameSync, writeFileSync } from "node:fs";

/** The server's memory after garbage collection. */
export type LiveMemory = { heapMb: number; objects: number };

const path = process.env.MEMORY_REPORT ?? "";

process.on("SIGUSR2", () => {
  Bun.gc(true);
  Bun.gc(true);
  const { heapSize, objectCount } = heapStats();
  const memory: LiveMemory = { heapMb: heapSize / 1024 ** 2, objects: objectCount };
  writeFileSync(`${path}.new`, JSON.stringify(memory));
  renameSync(`${path}.new`, path);
});
