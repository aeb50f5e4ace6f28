/**
 * Loaded into the server before its own program (`bun --preload`) while a soak looks at it, and never otherwise: on
 * SIGUSR2 it throws away what is garbage and writes down what is left.
 */
import { heapStats } from "bun:jsc";
import { renameSync, writeFileSync } from "node:fs";

/** What the server holds in memory when nothing is garbage. */
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
