import { accessSync, constants, mkdirSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { type Disk, realDisk } from "./disk.ts";
import { outOfSpace } from "./disk-full.ts";

export const fileAreas = ["originals", "stamped", "certificates"] as const;
export type FileArea = (typeof fileAreas)[number];

/** Opaque name of a kept file: an area and an id, never a path of the disk. */
export type FileKey = `${FileArea}/${string}`;

export type KeptFile = { key: FileKey; modifiedAt: number };
export type LocatedFile = { path: string; bytes: number };

const keyPattern = new RegExp(`^(?:${fileAreas.join("|")})/[0-9a-f-]{36}$`);
const batchSize = 200;
const damagedFile = "This file is missing or damaged on the server. Please contact support.";
const reservedBytes = 256 * 1024 * 1024;

/**
 * Every document byte on the disk. A kept file was synced before it got its name and is never written again:
 * after a power cut a name stands for the whole file or does not exist.
 */
export class FileStore {
  readonly temporaryFolder: string;
  readonly disk: Disk;
  readonly #root: string;

  /** Throws `unavailable` with a sentence for the operator when one of the folders cannot be used. */
  constructor(dataDir: string, disk = realDisk) {
    this.#root = dataDir;
    this.disk = disk;
    this.temporaryFolder = join(dataDir, "tmp");
    for (const name of [...fileAreas, "tmp"]) requireFolder(join(dataDir, name));
  }

  /** Where the bytes of a key are. Throws on anything that is not a key, so that no text can name another path. */
  getPath(key: string): string {
    if (!keyPattern.test(key)) throw new Error("This is not the key of a kept file.");
    return join(this.#root, key);
  }

  /**
   * A kept file that is to be read, with its length. Throws `internal` when it is gone, empty, or not as long as
   * it was when it was kept: a damaged file is never handed out as if it were whole.
   */
  locate(key: string, keptBytes?: number): LocatedFile {
    const path = this.getPath(key);
    const bytes = this.disk.getSize(path) ?? 0;
    if (bytes > 0 && bytes === (keptBytes ?? bytes)) return { path, bytes };
    const cause = new Error(`${key} has ${bytes} bytes on the disk; kept were ${keptBytes ?? "some"}.`);
    throw new AppError("internal", damagedFile, { cause });
  }

  /** A path that nobody uses, on the same file system as the kept files. */
  temporaryPath(): string {
    return join(this.temporaryFolder, crypto.randomUUID());
  }

  /** A folder of one's own for the files of one run. */
  async temporaryRunFolder(): Promise<string> {
    const path = this.temporaryPath();
    await this.disk.makeFolder(path);
    return path;
  }

  async discard(temporaryPath: string): Promise<void> {
    await this.disk.remove(temporaryPath);
  }

  /** Makes a temporary file a kept one: synced, read-only, under its final name. */
  async keep(temporaryPath: string, area: FileArea, id: string): Promise<FileKey> {
    const key: FileKey = `${area}/${id}`;
    const path = this.getPath(key);
    await sync(temporaryPath, this.disk);
    await this.disk.chmod(temporaryPath, 0o444);
    await this.disk.rename(temporaryPath, path);
    await sync(join(this.#root, area), this.disk);
    return key;
  }

  /** Removing what is already gone is no fault: a crash between file and row is finished by doing it again. */
  async remove(key: string): Promise<void> {
    await this.disk.remove(this.getPath(key));
  }

  /** The kept files of an area, in batches, so that many of them hold up nothing else. Other files are not ours. */
  async *list(area: FileArea): AsyncGenerator<KeptFile[]> {
    const names = await readdir(join(this.#root, area));
    const keys = names.map((name): FileKey => `${area}/${name}`).filter((key) => keyPattern.test(key));
    for (let at = 0; at < keys.length; at += batchSize) {
      const batch = await Promise.all(keys.slice(at, at + batchSize).map((key) => this.#look(key)));
      yield batch.filter((file) => file !== undefined);
    }
  }

  /** Undefined when the file was removed since its name was read. */
  async #look(key: FileKey): Promise<KeptFile | undefined> {
    try {
      return { key, modifiedAt: (await stat(this.getPath(key))).mtimeMs };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Throws when no file can be written here. */
  async probe(): Promise<void> {
    const path = this.temporaryPath();
    try {
      await writeFile(path, "a few bytes", { flag: "wx" });
    } finally {
      await this.discard(path);
    }
  }

  /** Throws `out_of_space` when `bytes` more would leave too little room for work already accepted. */
  ensureRoomFor(bytes: number): Promise<void> {
    return requireRoom(this.#root, bytes, this.disk);
  }
}

/** Throws `out_of_space` when a folder's disk has too little room for `bytes` and for work already accepted. */
export async function requireRoom(folder: string, bytes: number, disk = realDisk): Promise<void> {
  const { bavail, bsize } = await disk.statfs(folder);
  if (bavail * bsize < bytes + reservedBytes) throw outOfSpace();
}

function requireFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("unavailable", `The folder ${path} cannot be read and written: ${reason}.`, { cause });
  }
}

/** Returns when what is at the path, a file or a folder, would survive a power cut. */
export async function sync(path: string, disk = realDisk): Promise<void> {
  const handle = await disk.open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
