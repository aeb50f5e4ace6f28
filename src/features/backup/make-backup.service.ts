import { existsSync, lstatSync, realpathSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { Database } from "../../../db/client.ts";
import { readDatabaseIn } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import { hashFile } from "../../platform/files/hash-file.ts";
import { fileAreas, sync } from "../../platform/files/store.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";
import { catchUpWithDeletion } from "../documents/reconcile-deletions.service.ts";
import { copyFile, linkFile } from "./copy-file.ts";
import {
  type BackupFile,
  databaseName,
  type Manifest,
  manifestName,
  printManifest,
  readManifest,
} from "./manifest.ts";
import { filesNamed, type NamedFile, takeSnapshot } from "./snapshot.ts";

export type BackupOrder = {
  dataDir: string;
  /** Where nothing is yet, outside the data folder. */
  path: string;
  /**
   * An earlier backup on the same file system: kept files that stand in it already are linked, not copied. One that
   * cannot be read is no reason to have none at all: then everything is copied.
   */
  like?: string | undefined;
  now: () => number;
};

export type MadeBackup = Manifest & {
  bytes: number;
  linked: number;
  /** Why nothing could be shared with the earlier backup; a sentence for the operator. */
  unshared?: string | undefined;
};

/**
 * What a backup is made of besides the database and the files it names: the keys, the mails written to the disk, and
 * whatever else lies in the data folder. Not what belongs to a running process, can be made again, or would
 * contradict the copy of the database (registry/ is written anew from it).
 */
const leftOut = /^(attestamp\.(sqlite|lock|before-).*|tmp|cache|registry|lost\+found|restore\.unfinished)$/;

/**
 * Copies a data folder while its server runs: first the database, as it is at one moment, then the files that this
 * copy names. What is deleted meanwhile is deleted in the copy too. The backup gets its name when it is whole and on
 * the disk; what a kill leaves is PATH.unfinished. Throws AppError with a sentence for the operator.
 */
export async function makeBackup(order: BackupOrder): Promise<MadeBackup> {
  requirePlace(order);
  const { earlier, unshared } = order.like === undefined ? {} : readEarlier(order.like);
  const live = readDatabaseIn(order.dataDir);
  const folder = `${order.path}.unfinished`;
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const made = await fill({ ...order, folder, live, earlier });
    await rename(folder, order.path);
    await sync(dirname(order.path));
    return { ...made, unshared };
  } finally {
    live.$client.close();
  }
}

function requirePlace({ dataDir, path }: BackupOrder): void {
  if (existsSync(path))
    throw new AppError("conflict", `${path} exists already. Please name a folder that does not.`);
  if (!existsSync(dataDir)) throw new AppError("not_found", `There is no data folder ${dataDir}.`);
  const inside = relative(realpathSync(dataDir), realPlaceOf(path));
  if (inside !== ".." && !inside.startsWith("../"))
    throw new AppError(
      "invalid",
      `${path} is inside the data folder. A backup belongs somewhere else, best on another disk.`,
    );
}

/** A path that may not exist yet, with the links of those of its folders that do resolved. */
function realPlaceOf(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  return join(realPlaceOf(dirname(absolute)), relative(dirname(absolute), absolute));
}

type Earlier = { folder: string; files: Map<string, BackupFile> };

function readEarlier(folder: string): { earlier?: Earlier; unshared?: string } {
  try {
    const files = new Map(readManifest(folder).files.map((file) => [file.path, file]));
    return { earlier: { folder, files } };
  } catch (error) {
    if (error instanceof AppError) return { unshared: error.message };
    throw error;
  }
}

type Filling = BackupOrder & { folder: string; live: Database; earlier: Earlier | undefined };

async function fill(filling: Filling): Promise<MadeBackup> {
  const { folder, dataDir } = filling;
  const copy = takeSnapshot(filling.live, folder);
  const madeAt = new Date(filling.now()).toISOString();
  const kept = await copyNamed(filling, copy).finally(() => copy.$client.close());
  const others = await copyOthers(dataDir, folder);
  const database = join(folder, databaseName);
  await chmod(database, 0o600);
  await sync(database);
  const files = [{ path: databaseName, ...(await hashFile(database)) }, ...others, ...kept.files];
  const manifest: Manifest = {
    format: "attestamp backup 1",
    ...{ madeAt, files, missing: kept.missing, damaged: kept.damaged },
  };
  await syncFolders(folder);
  writeWhole(join(folder, manifestName), printManifest(manifest));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { ...manifest, bytes, linked: kept.linked };
}

type Kept = Pick<MadeBackup, "files" | "missing" | "damaged" | "linked">;

async function copyNamed(filling: Filling, copy: Database): Promise<Kept> {
  for (const area of fileAreas) await mkdir(join(filling.folder, area), { mode: 0o700 });
  const kept: Kept = { files: [], missing: [], damaged: [], linked: 0 };
  const { live, now } = filling;
  for (const named of filesNamed(copy)) {
    const { documentId } = named;
    const linked = await linkEarlier(filling, named);
    const file = linked ?? (await copyIfThere(filling, named.key, 0o444));
    if (linked) kept.linked += 1;
    if (file) kept.files.push(file);
    else if (!catchUpWithDeletion({ db: copy, now }, live, documentId)) kept.missing.push(named.key);
    if (file && named.sha256 !== null && file.sha256 !== named.sha256) kept.damaged.push(named.key);
  }
  return kept;
}

/** Kept files are never written again, so that one with the same name and fingerprint is the same file. */
async function linkEarlier(
  { folder, earlier }: Filling,
  { key, sha256 }: NamedFile,
): Promise<BackupFile | undefined> {
  const file = earlier?.files.get(key);
  if (!earlier || !file || file.sha256 !== sha256) return undefined;
  return (await linkFile(join(earlier.folder, key), join(folder, key))) ? file : undefined;
}

async function copyIfThere(
  { dataDir, folder }: Pick<Filling, "dataDir" | "folder">,
  path: string,
  mode: number,
): Promise<BackupFile | undefined> {
  try {
    return { path, ...(await copyFile(join(dataDir, path), join(folder, path), mode)) };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Everything else, folder by folder. Links are not followed; what vanishes meanwhile was not needed. */
async function copyOthers(dataDir: string, folder: string, below = ""): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of (await readdir(join(dataDir, below))).toSorted()) {
    const isKept = below === "" && (leftOut.test(name) || fileAreas.some((area) => area === name));
    const path = below === "" ? name : `${below}/${name}`;
    if (isKept) continue;
    const found = lstatSync(join(dataDir, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      await mkdir(join(folder, path), { mode: 0o700 });
      files.push(...(await copyOthers(dataDir, folder, path)));
    } else if (found?.isFile()) {
      const copied = await copyIfThere({ dataDir, folder }, path, 0o600);
      if (copied) files.push(copied);
    }
  }
  return files;
}

/** Makes the names in a folder and all below it survive a power cut. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  await sync(folder);
}
