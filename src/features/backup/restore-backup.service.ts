import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockDataFolder } from "../../../db/data-folder.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import { realDisk } from "../../platform/files/disk.ts";
import { hashFile } from "../../platform/files/hash-file.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";
import { copyFile } from "./copy-file.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { type RunAs, runDirectly } from "./run-as.ts";

export type RestoreOrder = {
  /** The backup. */
  path: string;
  /** Empty or missing. */
  dataDir: string;
  /**
   * Acquires permissions to write the data folder, after the backup was verified and before anything is written.
   * Returns the permissions for reading the backup, if they differ.
   */
  takeOver?: () => RestoreRights | undefined;
  /** Called on the restored folder before it counts as a data folder. */
  finish: () => Promise<void>;
};

type RestoreRights = {
  asReader: RunAs;
  /** Drops the permissions for reading the backup; everything that follows needs only the data folder. */
  giveUpReading: () => void;
};

/**
 * What a folder may contain and still count as empty: our lock, the executable's libraries, what some file systems
 * create, and the file by which git keeps it.
 */
const isOfNobody = (name: string) =>
  name === stateFiles.readme || /^(attestamp\.lock.*|cache|lost\+found)$/.test(name);

/**
 * Restores a backup into an empty data folder. Every file is compared with the manifest before anything is written, and
 * again while it is copied. Until everything is done the folder contains restore.unfinished: no server starts with it,
 * and the next restore starts over. Throws AppError with a message for the operator; a folder with content, or in use
 * by a server, is not changed.
 */
export async function restoreBackup({ path, dataDir, takeOver, finish }: RestoreOrder): Promise<Manifest> {
  const manifest = readManifest(path);
  requireEmpty(dataDir);
  await checkFiles(path, manifest);
  const rights = takeOver?.();
  const unlock = lockDataFolder(dataDir);
  try {
    requireEmpty(dataDir);
    removeUnfinished(dataDir);
    writeWhole(join(dataDir, stateFiles.unfinishedRestore), "A backup is being restored into this folder.\n");
    await copyFiles(path, dataDir, manifest, rights?.asReader ?? runDirectly);
    rights?.giveUpReading();
    await finish();
    rmSync(join(dataDir, stateFiles.unfinishedRestore));
    await realDisk.sync(dataDir);
    return manifest;
  } finally {
    unlock();
  }
}

function requireEmpty(dataDir: string): void {
  if (!existsSync(dataDir) || existsSync(join(dataDir, stateFiles.unfinishedRestore))) return;
  const [found] = readdirSync(dataDir).filter((name) => !isOfNobody(name));
  if (found === undefined) return;
  throw new AppError(
    "conflict",
    "restore-target-not-empty",
    "{dataDir} is not empty: it contains {found}. Nothing was changed. Empty it, or set DATA_DIR to another folder.",
    { params: { dataDir, found } },
  );
}

/** Removes what an earlier restore left behind: the folder was empty when that restore began. */
function removeUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, stateFiles.unfinishedRestore))) return;
  for (const name of readdirSync(dataDir)) {
    const stays = isOfNobody(name) || name === stateFiles.unfinishedRestore;
    if (!stays) rmSync(join(dataDir, name), { recursive: true });
  }
}

async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  const issues: string[] = [];
  for (const { path, bytes, sha256 } of files) {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (!found?.isFile()) issues.push(`${path} is missing`);
    else if (found.size !== bytes || (await hashFile(join(folder, path))).sha256 !== sha256)
      issues.push(`${path} was changed`);
  }
  if (issues.length === 0) return;
  const shown = issues.slice(0, 20).join("\n  ");
  const more = issues.length > 20 ? `\n  and ${issues.length - 20} more` : "";
  throw new AppError(
    "unavailable",
    "backup-damaged",
    "The backup {folder} is damaged. Nothing was changed.\n  {shown}{more}",
    { params: { folder, shown, more } },
  );
}

async function copyFiles(
  folder: string,
  dataDir: string,
  { files }: Manifest,
  asReader: RunAs,
): Promise<void> {
  const folders = new Set([
    dataDir,
    ...[...fileAreas, stateFiles.temporary].map((name) => join(dataDir, name)),
  ]);
  for (const one of folders) await mkdir(one, { recursive: true, mode: 0o700 });
  for (const { path, sha256 } of files) {
    const target = join(dataDir, path);
    if (path === stateFiles.readme && existsSync(target)) continue;
    const isNew = !folders.has(dirname(target));
    if (isNew) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    folders.add(dirname(target));
    const copied = await copyFile(join(folder, path), target, isKept(path) ? 0o444 : 0o600, { asReader });
    if (copied.sha256 !== sha256)
      throw new AppError("unavailable", "backup-changed", "{path} changed while it was being read.", {
        params: { path: join(folder, path) },
      });
  }
  for (const one of folders) await realDisk.sync(one);
}

const isKept = (path: string) => fileAreas.some((area) => path.startsWith(`${area}/`));
