import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "../../../db/client.ts";
import { Mutex } from "../../../db/mutex.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { type Disk, realDisk } from "../../platform/files/disk.ts";
import { writeAll } from "../../platform/files/write-all.ts";
import type { IssuingDeps } from "../deps.ts";
import { findCheckpoint } from "./log.repo.ts";

/** The newest checkpoint is also stored outside the database, so that an older database is noticed. */
export function storedCheckpointPath(dataDir: string): string {
  return join(dataDir, stateFiles.checkpoint);
}

/** The stored checkpoint; undefined when there is none. */
export function readStoredCheckpoint(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The databases whose logs grew since their newest checkpoints were stored. */
const grown = new WeakSet<Database>();

/**
 * Call it after a transaction that appended to the log has committed. The server stores the newest checkpoint within a
 * second, once for all that was appended in that time; after a crash, the next start does.
 */
export function noteGrownLog({ db }: Pick<IssuingDeps, "db">): void {
  grown.add(db);
}

/** Stores the newest checkpoint if the log grew since it was stored. Never rejects: the next call tries again. */
export async function storeGrownLog(
  deps: Pick<IssuingDeps, "db" | "config" | "log" | "files">,
): Promise<void> {
  if (!grown.delete(deps.db)) return;
  if (!(await storeNewestCheckpoint(deps, deps.files.disk))) grown.add(deps.db);
}

/** Stores the newest checkpoint. False if that failed, which is logged. */
export async function storeNewestCheckpoint(
  { db, config, log }: Pick<IssuingDeps, "db" | "config" | "log">,
  disk = realDisk,
): Promise<boolean> {
  try {
    await storing.run(async () => {
      const checkpoint = await findCheckpoint(db);
      if (checkpoint !== undefined)
        await writeCheckpoint(storedCheckpointPath(config.dataDir), checkpoint, disk);
    });
    return true;
  } catch (error) {
    log.error({ err: error }, "the newest checkpoint could not be saved next to the database");
    return false;
  }
}

/** Held while a checkpoint is read and written, so that an older one never replaces a newer one. */
const storing = new Mutex();

/** After a power cut the file is the old checkpoint or the new one, never a part. */
async function writeCheckpoint(path: string, checkpoint: string, disk: Disk): Promise<void> {
  const [folder, temporary] = [dirname(path), `${path}.new`];
  if (!existsSync(folder)) await disk.makeFolder(folder);
  const file = await disk.open(temporary, "w", 0o600);
  try {
    await writeAll(file, Buffer.from(checkpoint));
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(temporary, path);
  await disk.sync(folder);
}
