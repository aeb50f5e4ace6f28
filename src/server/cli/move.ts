import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Database } from "../../../db/client.ts";
import { lockDataFolder } from "../../../db/data-folder.ts";
import { openDatabaseToMove } from "../../../db/open.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import { type Config, printPlace } from "../../features/config.ts";
import { moveData } from "../../features/move/move.service.ts";
import { soleConnectionName } from "../../platform/cluster/require-stopped.ts";
import { createLogger } from "../../platform/logger.ts";
import { readMoveConfigs } from "../read-config.ts";
import { becomeOwner } from "./drop-root.ts";

/**
 * Moves everything from the place that the settings name to another one: a PostgreSQL database with a bucket, or a
 * folder. Throws AppError with a message for the operator.
 */
export async function move(to: string, files: string | undefined): Promise<void> {
  const { source, target } = readMoveConfigs(to, files);
  requireSource(source, target);
  becomeOwner(source.dataDir);
  const locks = [lockDataFolder(source.dataDir)];
  const opened: Database[] = [];
  const open = async (config: Config) => {
    const db = await openDatabaseToMove(config, soleConnectionName);
    opened.push(db);
    return { config, db };
  };
  try {
    if (target.databaseUrl !== undefined) rmSync(target.dataDir, { recursive: true, force: true });
    mkdirSync(target.dataDir, { recursive: true, mode: 0o700 });
    locks.push(lockDataFolder(target.dataDir));
    const order = { from: await open(source), to: await open(target) };
    await moveData({
      ...order,
      say: (line) => console.log(line),
      now: Date.now,
      log: createLogger(source.logLevel),
    });
  } finally {
    for (const db of opened) await closeDatabase(db);
    for (const unlock of locks) unlock();
  }
  if (target.databaseUrl !== undefined) rmSync(target.dataDir, { recursive: true, force: true });
  console.log(describeMove(source, target));
}

function requireSource(source: Config, target: Config): void {
  const { dataDir, databaseUrl } = source;
  if (printPlace(source) === printPlace(target)) {
    throw new AppError("invalid", "move-to-same-place", "Everything is already in {place}.", {
      params: { place: printPlace(source) },
    });
  }
  if (databaseUrl !== undefined || existsSync(join(dataDir, stateFiles.database))) return;
  throw new AppError(
    "not_found",
    "nothing-to-move",
    "{dataDir} has no database, so there is nothing to move.",
    {
      params: { dataDir },
    },
  );
}

function describeMove(source: Config, target: Config): string {
  const leftovers =
    source.databaseUrl === undefined
      ? `${source.dataDir} is marked as moved, and no server starts on it anymore. It still contains the secret keys: keep it as safe as before, and delete it once you have a backup of the new place.`
      : "The old database is marked as moved, and no server starts on it anymore. Delete it once you have a backup of the new place.";
  const next =
    target.databaseUrl === undefined
      ? `Start the server with DATA_DIR=${target.dataDir}${target.s3 ? "" : ", without DATABASE_URL, KEYS_SECRET and FILES_URL"}.`
      : "Start the servers with DATABASE_URL, FILES_URL and KEYS_SECRET, each with a new DATA_DIR.";
  return `Everything was moved to ${printPlace(target)}; rows, files, keys and the log were compared.\n${leftovers}\n${next}`;
}
