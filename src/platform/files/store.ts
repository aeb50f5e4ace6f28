import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { type Disk, realDisk } from "./disk.ts";
import { DiskObjects } from "./disk-objects.ts";
import { requireFolder, requireRoom } from "./folders.ts";
import {
  type ByteRange,
  type FileArea,
  type FileKey,
  type FinishedFile,
  fileAreas,
  type KeptFile,
  newFileKey,
  type ObjectStore,
  requireFileKey,
} from "./object-store.ts";

/** A kept file that was found whole. */
export type FoundFile = { key: FileKey; bytes: number };

const damagedFile = {
  code: "stored-file-damaged",
  text: "This file is missing or damaged on the server. Please contact support.",
};

const chunkBytes = 256 * 1024;

/**
 * Document bytes: temporary files on this machine while they are made, and kept files in an object store, the folders
 * of `dataDir` unless another is given.
 */
export class FileStore {
  readonly temporaryFolder: string;
  readonly disk: Disk;
  readonly #objects: ObjectStore;

  /** Throws `unavailable` with a sentence for the operator when a folder cannot be used. */
  constructor(dataDir: string, { disk = realDisk, objects }: { disk?: Disk; objects?: ObjectStore } = {}) {
    this.disk = disk;
    this.temporaryFolder = join(dataDir, "tmp");
    for (const name of objects ? ["tmp"] : [...fileAreas, "tmp"]) requireFolder(join(dataDir, name));
    this.#objects = objects ?? new DiskObjects(dataDir, this.temporaryFolder, disk);
  }

  /**
   * A kept file that is to be read, with its length. Throws `internal` when it is gone, empty, or not as long as
   * it was when it was kept: a damaged file is never handed out as if it were whole.
   */
  async find(key: string, keptBytes?: number): Promise<FoundFile> {
    const known = requireFileKey(key);
    const bytes = (await this.#objects.getSize(known)) ?? 0;
    if (bytes > 0 && bytes === (keptBytes ?? bytes)) return { key: known, bytes };
    throw damaged(key, `${bytes} bytes are there; ${keptBytes ?? "some"} were kept`);
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#objects.getSize(requireFileKey(key))) !== undefined;
  }

  /** The bytes of a part, as the body of an answer. Throws `internal` when the file is gone. */
  async read(key: FileKey, range: ByteRange): Promise<Blob | ReadableStream<Uint8Array>> {
    const body = await this.#objects.read(key, range);
    if (!body) throw damaged(key, "it is gone");
    return body;
  }

  /** The bytes of a found file in order, in pieces; each iteration reads them again. */
  async *readPieces({ key, bytes }: FoundFile): AsyncGenerator<Uint8Array> {
    const body = await this.read(key, { start: 0, end: bytes });
    let received = 0;
    for await (const chunk of body instanceof Blob ? readSlices(body) : body) {
      received += chunk.byteLength;
      yield chunk;
    }
    if (received !== bytes) throw damaged(key, `${received} of ${bytes} bytes could be read`);
  }

  /** Lower-case hex SHA-256 of a kept file; undefined when there is none. */
  async hash(key: string): Promise<string | undefined> {
    const known = requireFileKey(key);
    const bytes = await this.#objects.getSize(known);
    if (bytes === undefined) return undefined;
    const hash = createHash("sha256");
    for await (const chunk of this.readPieces({ key: known, bytes })) hash.update(chunk);
    return hash.digest("hex");
  }

  /**
   * A path on this machine at which a kept file can be read: its own, or that of a copy in `folder`, which the caller
   * discards. Throws `internal` when the file is gone.
   */
  async getLocalPath(key: string, folder: string): Promise<string> {
    const path = await this.#objects.getLocalPath(requireFileKey(key), folder);
    if (path === undefined) throw damaged(key, "it is gone");
    return path;
  }

  /** A path that is not in use, on the same file system as the folders of kept files. */
  temporaryPath(): string {
    return join(this.temporaryFolder, crypto.randomUUID());
  }

  /** A new folder for the files of one run. */
  async temporaryRunFolder(): Promise<string> {
    const path = this.temporaryPath();
    await this.disk.makeFolder(path);
    return path;
  }

  async discard(temporaryPath: string): Promise<void> {
    await this.disk.remove(temporaryPath);
  }

  /** Makes a temporary file of a document a kept one, under a new key. */
  async keep(file: FinishedFile, area: FileArea, documentId: string): Promise<FileKey> {
    const key = newFileKey(area, documentId);
    await this.#objects.put(key, file);
    return key;
  }

  /** Does nothing when the file is gone: a removal that a crash cut short is repeated. */
  async remove(key: string): Promise<void> {
    await this.#objects.remove(requireFileKey(key));
  }

  /**
   * The kept files of an area, or of one document in it, in batches, so that many of them hold up nothing else. Other
   * files are not ours.
   */
  list(area: FileArea, documentId?: string): AsyncGenerator<KeptFile[]> {
    return this.#objects.list(area, documentId);
  }

  /** Throws when no file can be written here. */
  probe(): Promise<void> {
    return this.#objects.probe();
  }

  /** Throws `out_of_space` when `bytes` more would leave too little room, here or in the store. */
  async ensureRoomFor(bytes: number): Promise<void> {
    await requireRoom(this.temporaryFolder, bytes, this.disk);
    await this.#objects.ensureRoomFor(bytes);
  }
}

/** Reads the next part only when it is wanted. A Blob's own stream reads ahead, which costs memory for each reader. */
async function* readSlices(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += chunkBytes) yield await blob.slice(at, at + chunkBytes).bytes();
}

function damaged(key: string, reason: string): AppError {
  return AppError.from("internal", damagedFile, { cause: new Error(`${key}: ${reason}.`) });
}
