import { existsSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { readConfiguredDatabase } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { openFileStore } from "../../platform/files/open-file-store.ts";
import { readCounterKey } from "../../platform/keys/keyed-hash.ts";
import { loadSigningKeys } from "../../platform/keys/keys.ts";
import type { Config } from "../config.ts";
import { readLogKey } from "../log/log-keys.service.ts";
import type { DataFolder } from "./check.ts";

/** Opens a data folder read-only. Throws AppError that says what is missing or unreadable. */
export async function openDataFolder(config: Config, now: () => number): Promise<DataFolder> {
  const { dataDir } = config;
  const db = await readConfiguredDatabase(config);
  try {
    const missing = [...(config.s3 ? [] : fileAreas), "tmp", "keys"].filter(
      (name) => !existsSync(join(dataDir, name)),
    );
    if (missing.length > 0) {
      throw new AppError(
        "not_found",
        "data-folder-incomplete",
        "{dataDir} has no folder {missing}. Put it back from a backup.",
        { params: { dataDir, missing: missing.join(", ") } },
      );
    }
    readCounterKey(dataDir);
    return {
      ...{ config, db, now },
      files: await openFileStore(config),
      signingKeys: loadSigningKeys(dataDir, true),
      logKey: await readLogKey(dataDir, db),
    };
  } catch (error) {
    await closeDatabase(db);
    throw error;
  }
}
