import { existsSync } from "node:fs";
import { join } from "node:path";
import { readDatabaseIn } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { FileStore } from "../../platform/files/store.ts";
import { readCounterKey } from "../../platform/keys/keyed-hash.ts";
import { loadSigningKeys } from "../../platform/keys/keys.ts";
import type { Config } from "../config.ts";
import { readLogKey } from "../log/log-keys.service.ts";
import type { Scene } from "./check.ts";

/** Opens a data folder to be looked at and changes nothing. Throws AppError with what is missing or unreadable. */
export function openScene(config: Config, now: () => number): Scene {
  const { dataDir } = config;
  const db = readDatabaseIn(dataDir);
  try {
    const missing = [...fileAreas, "tmp", "keys"].filter((name) => !existsSync(join(dataDir, name)));
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
      files: new FileStore(dataDir),
      signingKeys: loadSigningKeys(dataDir, () => true),
      logKey: readLogKey(dataDir, db),
    };
  } catch (error) {
    db.$client.close();
    throw error;
  }
}
