import { existsSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Database } from "../../../db/client.ts";
import { readConfiguredDatabase } from "../../../db/open.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import { readLogKey } from "../../issuing/log/log-keys.service.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { openFileStore } from "../../platform/files/open-file-store.ts";
import { readCounterKey } from "../../platform/keys/keyed-hash.ts";
import { loadSigningKeys } from "../../platform/keys/keys.ts";
import { readPostQuantumKey, retiredPostQuantumKeys } from "../../platform/keys/post-quantum-keys.ts";
import { updateKeysCopy } from "../../platform/keys/shared-keys.ts";
import type { Config } from "../config.ts";
import type { DataFolder } from "./check.ts";

/** Opens a data folder read-only. Throws AppError that says what is missing or unreadable. */
export async function openDataFolder(config: Config, now: () => number): Promise<DataFolder> {
  const db = await readConfiguredDatabase(config);
  try {
    return await openDataFolderOn(db, config, now);
  } catch (error) {
    await closeDatabase(db);
    throw error;
  }
}

/** The same with a database that is already open. */
export async function openDataFolderOn(db: Database, config: Config, now: () => number): Promise<DataFolder> {
  const { dataDir } = config;
  if (db.engine === "sqlite") requireFolders(config);
  else await updateKeysCopy({ db, config });
  readCounterKey(dataDir);
  readPostQuantumKey(dataDir);
  retiredPostQuantumKeys(dataDir);
  return {
    config,
    db,
    now,
    files: await openFileStore(config),
    signingKeys: loadSigningKeys(dataDir, true),
    logKey: await readLogKey(dataDir, db),
  };
}

/** With PostgreSQL, a server's folder may be empty at every start. */
function requireFolders({ dataDir, s3 }: Config): void {
  const missing = [...(s3 ? [] : fileAreas), stateFiles.temporary, stateFiles.keys].filter(
    (name) => !existsSync(join(dataDir, name)),
  );
  if (missing.length === 0) return;
  throw new AppError(
    "not_found",
    "data-folder-incomplete",
    "{dataDir} has no folder {missing}. Restore it from a backup.",
    { params: { dataDir, missing: missing.join(", ") } },
  );
}
