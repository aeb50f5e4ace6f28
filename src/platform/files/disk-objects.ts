import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { requireFreeSpace } from "./folders.ts";
import {
  type ByteRange,
  type FileArea,
  type FileKey,
  type FinishedFile,
  isFileKey,
  type KeptFile,
  type ObjectStore,
  requireFileKey,
  type SpaceNeed,
} from "./object-store.ts";

const batchSize = 200;

/**
 * Stored files in local folders. A file is synced before it gets its name and is never modified: after a power failure,
 * a name either refers to the complete file or does not exist.
 */
export class DiskObjects implements ObjectStore {
  readonly #root: string;
  readonly #temporaryFolder: string;
  readonly #disk: Disk;

  constructor(root: string, temporaryFolder: string, disk: Disk) {
    this.#root = root;
    this.#temporaryFolder = temporaryFolder;
    this.#disk = disk;
  }

  getPath(key: FileKey): string {
    return join(this.#root, requireFileKey(key));
  }

  /** Read-only and under its final name. The temporary file is on the same file system. */
  async put(key: FileKey, file: FinishedFile): Promise<void> {
    const path = this.getPath(key);
    await this.#disk.sync(file.path);
    await this.#disk.chmod(file.path, 0o444);
    await this.#disk.rename(file.path, path);
    await this.#disk.sync(join(path, ".."));
  }

  async getSize(key: FileKey): Promise<number | undefined> {
    return this.#disk.getSize(this.getPath(key));
  }

  async read(key: FileKey, { start, end }: ByteRange): Promise<Blob> {
    return Bun.file(this.getPath(key)).slice(start, end);
  }

  async getLocalPath(key: FileKey): Promise<string | undefined> {
    const path = this.getPath(key);
    return this.#disk.getSize(path) === undefined ? undefined : path;
  }

  async remove(key: FileKey): Promise<void> {
    await this.#disk.remove(this.getPath(key));
  }

  async *list(area: FileArea, documentId = ""): AsyncGenerator<KeptFile[]> {
    const names = (await readdir(join(this.#root, area))).filter((name) => name.startsWith(documentId));
    const keys = names.map((name): FileKey => `${area}/${name}`).filter(isFileKey);
    for (let at = 0; at < keys.length; at += batchSize) {
      const batch = await Promise.all(keys.slice(at, at + batchSize).map((key) => this.#look(key)));
      yield batch.filter((file) => file !== undefined);
    }
  }

  /** Undefined if the file was removed since it was listed. */
  async #look(key: FileKey): Promise<KeptFile | undefined> {
    try {
      return { key, modifiedAt: (await stat(this.getPath(key))).mtimeMs };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  async probe(): Promise<void> {
    const path = join(this.#temporaryFolder, crypto.randomUUID());
    try {
      await writeFile(path, "a few bytes", { flag: "wx" });
    } finally {
      await this.#disk.remove(path);
    }
  }

  async answers(): Promise<boolean> {
    return true;
  }

  ensureSpaceFor(need: SpaceNeed): Promise<void> {
    return requireFreeSpace(this.#root, need, this.#disk);
  }
}
