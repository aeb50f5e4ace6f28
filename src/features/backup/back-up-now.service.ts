import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type BackupSettings, backupName, backupsAmong } from "./backups.ts";
import { makeBackup } from "./make-backup.service.ts";

/**
 * Makes a backup in addition to the scheduled ones, whether or not one is due, and returns its path. Throws AppError if
 * it cannot be made, or is incomplete.
 */
export async function backUpNow(
  dataDir: string,
  settings: BackupSettings,
  now: () => number,
): Promise<string> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 });
  const newest = backupsAmong(await readdir(settings.folder)).at(-1);
  const path = join(settings.folder, backupName(now()));
  await makeBackup({ dataDir, path, like: newest && join(settings.folder, newest), now });
  return path;
}
