import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../db/client.ts";
import {
  type MoveMark,
  printFolderMark,
  readFolderMark,
  readPostgresMark,
  writePostgresMark,
} from "../../../db/move-marks.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { syncFolder, writeWhole } from "../../platform/files/write-whole.ts";
import type { Config } from "../config.ts";

/** Where everything is or will be: a data folder, or a PostgreSQL database with a bucket. */
export type Place = { config: Config; db: Database };

export async function readMark({ config, db }: Place): Promise<MoveMark | undefined> {
  return config.databaseUrl === undefined ? readFolderMark(config.dataDir) : readPostgresMark(db);
}

/** When it resolves, the mark survives a power failure. */
export async function writeMark({ config, db }: Place, mark: MoveMark | undefined): Promise<void> {
  if (config.databaseUrl !== undefined) return writePostgresMark(db, mark);
  const path = join(config.dataDir, stateFiles.moveMark);
  if (mark !== undefined) return writeWhole(path, printFolderMark(mark));
  if (!existsSync(path)) return;
  rmSync(path);
  syncFolder(config.dataDir);
}
