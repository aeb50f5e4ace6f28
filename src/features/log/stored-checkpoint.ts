import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Disk } from "../../platform/files/disk.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";

/** Where the newest checkpoint is kept beside the database, so that an older database is noticed. */
export function storedCheckpointPath(dataDir: string): string {
  return join(dataDir, "registry", "checkpoint");
}

/** The checkpoint that was kept last; undefined when there is none. */
export function readStoredCheckpoint(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Replaces the kept checkpoint: after a power cut the file is the old one or the new one, never half of one. */
export function keepCheckpoint(path: string, checkpoint: string, disk: Disk): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(path, checkpoint, disk);
}
