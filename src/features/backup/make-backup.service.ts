import { existsSync, lstatSync, realpathSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { closeDatabase, type Database } from "../../../db/client.ts";
import { readDatabaseIn } from "../../../db/open.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import { realDisk } from "../../platform/files/disk.ts";
import { hashFile } from "../../platform/files/hash-file.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { findFilesUrl } from "../../platform/files/open-file-store.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";
import { catchUpWithDeletion } from "../documents/reconcile-deletions.service.ts";
import { copyFile, linkFile } from "./copy-file.ts";
import { type BackupFile, type Manifest, manifestName, printManifest, readManifest } from "./manifest.ts";
import { type RunAs, runDirectly } from "./run-as.ts";
import { filesNamed, type NamedFile, takeSnapshot } from "./snapshot.ts";

export type BackupOrder = {
  dataDir: string;
  /** A path that does not exist, outside the data folder. */
  path: string;
  /**
   * An earlier backup on the same file system: stored files that it contains are linked, not copied. If it cannot be
   * read, everything is copied.
   */
  like?: string | undefined;
  now: () => number;
  /** Permissions for writing the backup, if this process runs only with those of the data folder's owner. */
  asWriter?: RunAs | undefined;
};

export type MadeBackup = Manifest & {
  bytes: number;
  linked: number;
  /** Why nothing could be shared with the earlier backup; a message for the operator. */
  unshared?: string | undefined;
  /** The address of the bucket that has the documents, which are then not in the backup. */
  filesUrl: string | undefined;
};

/**
 * What a backup contains besides the database and the files it refers to: the keys, the outbox, and other files in the
 * data folder. Excludes files of a running process, caches, and files that would contradict the copy of the database
 * (registry/ is rebuilt from it).
 */
const leftOut = /^(attestamp\.(sqlite|lock|before-).*|tmp|cache|registry|lost\+found|restore\.unfinished)$/;

/**
 * Copies a data folder while its server runs: first a snapshot of the database, then the files that the snapshot refers
 * to. Documents deleted in the meantime are deleted in the copy, too. The backup gets its name when it is complete and
 * on disk; a killed one leaves PATH.unfinished. Throws AppError with a message for the operator.
 */
export async function makeBackup(order: BackupOrder): Promise<MadeBackup> {
  const { dataDir, path, like, asWriter = runDirectly } = order;
  const { earlier, unshared } = await asWriter(async () => {
    requirePlace(order);
    return like === undefined ? {} : readEarlier(like);
  });
  const live = await readDatabaseIn(dataDir);
  const folder = `${path}.unfinished`;
  try {
    await asWriter(async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
    });
    const isApart = order.asWriter !== undefined;
    const snapshotFolder = isApart ? await makeSnapshotFolder(order) : folder;
    let made: MadeBackup;
    try {
      made = await fill({ ...order, asWriter, folder, snapshotFolder, live, earlier });
    } finally {
      if (isApart) await rm(dirname(snapshotFolder), { recursive: true });
    }
    await asWriter(async () => {
      await rename(folder, path);
      await realDisk.sync(dirname(path));
    });
    return { ...made, unshared };
  } finally {
    await closeDatabase(live);
  }
}

function requirePlace({ dataDir, path }: BackupOrder): void {
  if (existsSync(path))
    throw new AppError(
      "conflict",
      "backup-folder-exists",
      "{path} already exists. Please name a new folder.",
      { params: { path } },
    );
  if (!existsSync(dataDir))
    throw new AppError("not_found", "data-folder-not-found", "There is no data folder {dataDir}.", {
      params: { dataDir },
    });
  const inside = relative(realpathSync(dataDir), resolvePath(path));
  if (inside !== ".." && !inside.startsWith("../"))
    throw new AppError(
      "invalid",
      "backup-inside-data-folder",
      "{path} is inside the data folder. Choose a folder outside of it, preferably on another disk.",
      { params: { path } },
    );
}

/** A path that need not exist yet, with the links in its existing folders resolved. */
function resolvePath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  return join(resolvePath(dirname(absolute)), relative(dirname(absolute), absolute));
}

/**
 * Where the owner of the data folder keeps the copy of the database during the backup. A server deletes temporary files
 * by age: this one gets a day.
 */
async function makeSnapshotFolder({ dataDir, now }: BackupOrder): Promise<string> {
  const temporary = join(dataDir, stateFiles.temporary);
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const outer = await mkdtemp(join(temporary, "backup-"));
  const folder = join(outer, "snapshot");
  await mkdir(folder, { mode: 0o700 });
  const tomorrow = new Date(now() + 24 * 3_600_000);
  await utimes(outer, tomorrow, tomorrow);
  return folder;
}

type Earlier = { folder: string; files: Map<string, BackupFile> };
type FoundEarlier = { earlier?: Earlier; unshared?: string };

function readEarlier(folder: string): FoundEarlier {
  try {
    const files = new Map(readManifest(folder).files.map((file) => [file.path, file]));
    return { earlier: { folder, files } };
  } catch (error) {
    if (error instanceof AppError) return { unshared: error.message };
    throw error;
  }
}

type Filling = BackupOrder & {
  asWriter: RunAs;
  folder: string;
  snapshotFolder: string;
  live: Database;
  earlier: Earlier | undefined;
};

async function fill(filling: Filling): Promise<MadeBackup> {
  const { folder, snapshotFolder, asWriter } = filling;
  const copy = await takeSnapshot(filling.live, snapshotFolder);
  const madeAt = new Date(filling.now()).toISOString();
  const filesUrl = findFilesUrl(filling.dataDir);
  let kept: Awaited<ReturnType<typeof copyNamed>>;
  try {
    kept = await copyNamed(filling, filesUrl === undefined ? copy : undefined);
  } finally {
    await closeDatabase(copy);
  }
  const others = await copyOthers(filling);
  const files = [await finishSnapshot(filling), ...others, ...kept.files];
  const manifest: Manifest = {
    format: "attestamp backup 1",
    madeAt,
    files,
    missing: kept.missing,
    damaged: kept.damaged,
  };
  await asWriter(async () => {
    await syncFolders(folder);
    writeWhole(join(folder, manifestName), printManifest(manifest));
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { ...manifest, bytes, linked: kept.linked, filesUrl };
}

/** Moves the copy of the database into the backup. */
async function finishSnapshot({ folder, snapshotFolder, asWriter }: Filling): Promise<BackupFile> {
  const database = join(folder, stateFiles.database);
  if (snapshotFolder !== folder) {
    const copied = await copyFile(join(snapshotFolder, stateFiles.database), database, 0o600, { asWriter });
    return { path: stateFiles.database, ...copied };
  }
  await chmod(database, 0o600);
  await realDisk.sync(database);
  return { path: stateFiles.database, ...(await hashFile(database)) };
}

type Kept = Pick<MadeBackup, "files" | "missing" | "damaged" | "linked">;

/** Without a database, no documents: they are in a bucket. */
async function copyNamed(filling: Filling, copy: Database | undefined): Promise<Kept> {
  const { live, now, folder, asWriter } = filling;
  await asWriter(async () => {
    for (const area of fileAreas) await mkdir(join(folder, area), { mode: 0o700 });
  });
  const kept: Kept = { files: [], missing: [], damaged: [], linked: 0 };
  if (!copy) return kept;
  for await (const named of filesNamed(copy)) {
    const { documentId } = named;
    const linked = await linkEarlier(filling, named);
    const file = linked ?? (await copyIfThere(filling, named.key, 0o444));
    if (linked) kept.linked += 1;
    if (file) kept.files.push(file);
    else if (!(await catchUpWithDeletion({ db: copy, now }, live, documentId))) kept.missing.push(named.key);
    if (file && named.sha256 !== null && file.sha256 !== named.sha256) kept.damaged.push(named.key);
  }
  return kept;
}

/** Stored files are never modified, so one with the same name and hash is the same file. */
async function linkEarlier(
  { folder, earlier, asWriter }: Filling,
  { key, sha256 }: NamedFile,
): Promise<BackupFile | undefined> {
  const file = earlier?.files.get(key);
  if (!earlier || !file || file.sha256 !== sha256) return undefined;
  const isLinked = await asWriter(() => linkFile(join(earlier.folder, key), join(folder, key)));
  return isLinked ? file : undefined;
}

async function copyIfThere(
  { dataDir, folder, asWriter }: Filling,
  path: string,
  mode: number,
): Promise<BackupFile | undefined> {
  try {
    const copied = await copyFile(join(dataDir, path), join(folder, path), mode, { asWriter });
    return { path, ...copied };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Copies all other files, folder by folder. Links are not followed; files that disappear in the meantime are skipped.
 */
async function copyOthers(filling: Filling, below = ""): Promise<BackupFile[]> {
  const { dataDir, folder, asWriter } = filling;
  const files: BackupFile[] = [];
  for (const name of (await readdir(join(dataDir, below))).toSorted()) {
    const isKept = below === "" && (leftOut.test(name) || fileAreas.some((area) => area === name));
    const path = below === "" ? name : `${below}/${name}`;
    if (isKept) continue;
    const found = lstatSync(join(dataDir, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      await asWriter(() => mkdir(join(folder, path), { mode: 0o700 }));
      files.push(...(await copyOthers(filling, path)));
    } else if (found?.isFile()) {
      const copied = await copyIfThere(filling, path, 0o600);
      if (copied) files.push(copied);
    }
  }
  return files;
}

/** Syncs a folder and its subfolders, so that their names survive a power failure. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  await realDisk.sync(folder);
}
