import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Disk, realDisk } from "../../platform/files/disk.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";
import type { Deps } from "../deps.ts";
import { findCheckpoint } from "./log.repo.ts";

/** Where the newest checkpoint is kept beside the database, so that an older database is noticed. */
export function storedCheckpointPath(dataDir: string): string {
  return join(dataDir, "registry", "checkpoint");
}

/** The checkpoint that was kept last; undefined when there is none. */
export function readStoredCheckpoint(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Keeps what was signed last beside the database; to be called when a transaction that wrote to the log is through. */
export function keepNewestCheckpoint(
  { db, config, log }: Pick<Deps, "db" | "config" | "log">,
  disk = realDisk,
): void {
  const checkpoint = findCheckpoint(db);
  if (checkpoint === undefined) return;
  try {
    keepCheckpoint(storedCheckpointPath(config.dataDir), checkpoint, disk);
  } catch (error) {
    log.error({ err: error }, "the newest checkpoint could not be kept beside the database");
  }
}

/** Replaces the kept checkpoint: after a power cut the file is the old one or the new one, never half of one. */
function keepCheckpoint(path: string, checkpoint: string, disk: Disk): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(path, checkpoint, disk);
}
