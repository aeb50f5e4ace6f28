import { createHash } from "node:crypto";
import { join } from "node:path";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import { type Disk, realDisk } from "./disk.ts";
import { DiskObjects } from "./disk-objects.ts";
import { requireFolder, requireFreeSpace } from "./folders.ts";
import {
  type ByteRange,
  type FileArea,
  type FileKey,
  type FinishedFile,
  fileAreas,
  type KeptFile,
  newFileKey,
  type ObjectStore,
  type OwnerMarker,
  requireFileKey,
  type SpaceNeed,
} from "./object-store.ts";

/** A stored file with a verified length. */
export type FoundFile = { key: FileKey; bytes: number };

/** A stored file that the caller may read, with a name for display. */
export type ReadableFile = FoundFile & { fileName: string; contentType: string; sha256: string };

/** The error for a stored file that is missing or altered. */
export const damagedFile = {
  code: "stored-file-damaged",
  text: "This file is missing or damaged on the server. Please contact support.",
};

const chunkBytes = 256 * 1024;

/**
 * The bytes of documents: local temporary files while they are being made, then files in an object store, by default
 * the folders of `dataDir`.
 */
export class FileStore {
  readonly temporaryFolder: string;
  readonly disk: Disk;
  readonly #objects: ObjectStore;

  /** Throws `unavailable` with a message for the operator if a folder cannot be used. */
  constructor(dataDir: string, { disk = realDisk, objects }: { disk?: Disk; objects?: ObjectStore } = {}) {
    this.disk = disk;
    this.temporaryFolder = join(dataDir, stateFiles.temporary);
    for (const name of objects ? [stateFiles.temporary] : [...fileAreas, stateFiles.temporary])
      requireFolder(join(dataDir, name));
    this.#objects = objects ?? new DiskObjects(dataDir, this.temporaryFolder, disk);
  }

  /** Says whose files these are; undefined for a folder, which only one server can use at a time. */
  get marker(): OwnerMarker | undefined {
    return this.#objects.marker;
  }

  /**
   * Finds a stored file and its length. Throws `internal` if it is missing, empty, or has a different length than when
   * it was stored: a truncated file is never served as complete.
   */
  async find(key: string, expectedBytes?: number): Promise<FoundFile> {
    const known = requireFileKey(key);
    const bytes = (await this.#objects.getSize(known)) ?? 0;
    if (bytes > 0 && bytes === (expectedBytes ?? bytes)) return { key: known, bytes };
    throw damaged(key, `${bytes} bytes exist; ${expectedBytes ?? "some"} were stored`);
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#objects.getSize(requireFileKey(key))) !== undefined;
  }

  /** A range of bytes, as a response body. Throws `internal` if the file is missing. */
  async read(key: FileKey, range: ByteRange): Promise<Blob | ReadableStream<Uint8Array>> {
    const body = await this.#objects.read(key, range);
    if (!body) throw damaged(key, "it is gone");
    return body;
  }

  /** The bytes of a found file, in chunks; each iteration reads them again. */
  async *readPieces({ key, bytes }: FoundFile): AsyncGenerator<Uint8Array> {
    const body = await this.read(key, { start: 0, end: bytes });
    let received = 0;
    for await (const chunk of body instanceof Blob ? readSlices(body) : body) {
      received += chunk.byteLength;
      yield chunk;
    }
    if (received !== bytes) throw damaged(key, `${received} of ${bytes} bytes could be read`);
  }

  /** The lower-case hex SHA-256 of a stored file; undefined if there is none. */
  async hash(key: string): Promise<string | undefined> {
    const known = requireFileKey(key);
    const bytes = await this.#objects.getSize(known);
    if (bytes === undefined) return undefined;
    const hash = createHash("sha256");
    for await (const chunk of this.readPieces({ key: known, bytes })) hash.update(chunk);
    return hash.digest("hex");
  }

  /**
   * A local path of a stored file: its own, or `copy`, to which it was copied and which the caller discards. Throws
   * `internal` if the file is missing.
   */
  async getLocalPath(key: string, copy: string): Promise<string> {
    const path = await this.#objects.getLocalPath(requireFileKey(key), copy);
    if (path === undefined) throw damaged(key, "it is gone");
    return path;
  }

  /** An unused path on the same file system as the folders of stored files. */
  temporaryPath(): string {
    return join(this.temporaryFolder, crypto.randomUUID());
  }

  /** Removes a temporary file if it is still there. */
  async discard(temporaryPath: string): Promise<void> {
    if (this.disk.getSize(temporaryPath) !== undefined) await this.disk.remove(temporaryPath);
  }

  /** Moves a temporary file of a document into the store, under a new key. */
  async keep(file: FinishedFile, area: FileArea, documentId: string): Promise<FileKey> {
    const key = newFileKey(area, documentId);
    await this.#objects.put(key, file);
    return key;
  }

  /** Whether the file with this key exists and has that length. */
  async holds(key: string, bytes: number): Promise<boolean> {
    return (await this.#objects.getSize(requireFileKey(key))) === bytes;
  }

  /** Stores a temporary file under the key that it has in another store. */
  async keepAs(key: string, file: FinishedFile): Promise<void> {
    await this.#objects.put(requireFileKey(key), file);
  }

  /** Does nothing if the file is missing, so that a removal interrupted by a crash can be repeated. */
  async remove(key: string): Promise<void> {
    await this.#objects.remove(requireFileKey(key));
  }

  /**
   * The stored files of an area, or of one document in it, in batches, so that a large number does not block other
   * work. Skips files that are not ours.
   */
  list(area: FileArea, documentId?: string): AsyncGenerator<KeptFile[]> {
    return this.#objects.list(area, documentId);
  }

  /** Throws if no file can be written here. */
  probe(): Promise<void> {
    return this.#objects.probe();
  }

  /** Whether files can be reached at the moment: false while a bucket does not answer this server. */
  answers(): Promise<boolean> {
    return this.#objects.answers();
  }

  /** Throws `out_of_space` if `bytes` more would leave too little room, here or in the store. */
  async ensureSpaceFor(need: SpaceNeed): Promise<void> {
    await requireFreeSpace(this.temporaryFolder, need, this.disk);
    await this.#objects.ensureSpaceFor(need);
  }
}

/** Reads the next slice on demand. A Blob's own stream reads ahead, which costs memory for each reader. */
async function* readSlices(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += chunkBytes) yield await blob.slice(at, at + chunkBytes).bytes();
}

function damaged(key: string, reason: string): AppError {
  return AppError.from("internal", damagedFile, { cause: new Error(`${key}: ${reason}.`) });
}
