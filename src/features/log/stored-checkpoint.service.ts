import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "../../../db/client.ts";
import { type Disk, realDisk } from "../../platform/files/disk.ts";
import { writeAll } from "../../platform/files/write-all.ts";
import { GroupCommit } from "../../platform/group-commit.ts";
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

/**
 * Stores the newest checkpoint. Call it after a transaction that appended to the log has committed. Calls that come
 * while another one is being stored share the next one.
 */
export async function storeNewestCheckpoint(
  deps: Pick<Deps, "db" | "config" | "log">,
  disk = realDisk,
): Promise<void> {
  const known = stores.get(deps.db);
  const store =
    known ??
    new GroupCommit(async (calls: true[]) => {
      await storeCheckpoint(deps, disk);
      return calls;
    });
  if (!known) stores.set(deps.db, store);
  await store.add(true);
}

const stores = new WeakMap<Database, GroupCommit<true, true>>();

async function storeCheckpoint(
  { db, config, log }: Pick<Deps, "db" | "config" | "log">,
  disk: Disk,
): Promise<void> {
  const checkpoint = await findCheckpoint(db);
  if (checkpoint === undefined) return;
  try {
    await writeCheckpoint(storedCheckpointPath(config.dataDir), checkpoint, disk);
  } catch (error) {
    log.error({ err: error }, "the newest checkpoint could not be saved next to the database");
  }
}

/** After a power cut the file is the old checkpoint or the new one, never a part. */
async function writeCheckpoint(path: string, checkpoint: string, disk: Disk): Promise<void> {
  const [folder, temporary] = [dirname(path), `${path}.new`];
  await disk.makeFolder(folder, { recursive: true });
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
