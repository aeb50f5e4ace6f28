import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Disk, realDisk } from "../../platform/files/disk.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";
import type { Deps } from "../deps.ts";
import { findCheckpoint } from "./log.repo.ts";

/** The newest checkpoint is also stored outside the database, so that an older database is noticed. */
export function storedCheckpointPath(dataDir: string): string {
  return join(dataDir, "registry", "checkpoint");
}

/** The stored checkpoint; undefined when there is none. */
export function readStoredCheckpoint(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Stores the newest checkpoint. Call it after a transaction that appended to the log has committed. */
export async function storeNewestCheckpoint(
  { db, config, log }: Pick<Deps, "db" | "config" | "log">,
  disk = realDisk,
): Promise<void> {
  const checkpoint = await findCheckpoint(db);
  if (checkpoint === undefined) return;
  try {
    writeCheckpoint(storedCheckpointPath(config.dataDir), checkpoint, disk);
  } catch (error) {
    log.error({ err: error }, "the newest checkpoint could not be saved next to the database");
  }
}

/** After a power cut the file is the old checkpoint or the new one, never a part. */
function writeCheckpoint(path: string, checkpoint: string, disk: Disk): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(path, checkpoint, disk);
}
