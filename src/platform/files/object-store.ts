import { randomBytes } from "node:crypto";
import { stateFiles } from "../../../db/state-files.ts";

export const fileAreas = [stateFiles.originals, stateFiles.stamped, stateFiles.certificates] as const;
export type FileArea = (typeof fileAreas)[number];

/**
 * Opaque name of a stored file, never a path on disk: an area, the id of the document, and a part that is unique to
 * each attempt to create the file. Files of earlier releases have keys without that part.
 */
export type FileKey = `${FileArea}/${string}`;

export type KeptFile = { key: FileKey; modifiedAt: number };

/** A complete temporary file with its length and SHA-256 (lower-case hex). Not synced: `put` does that. */
export type FinishedFile = { path: string; bytes: number; sha256: string };

/** Space for an upload. That of an account that never paid (`isFree`) never gets the last part of the disk. */
export type SpaceNeed = { bytes: number; isFree: boolean };

/** Half-open: from `start` to before `end`, in bytes. */
export type ByteRange = { start: number; end: number };

const idLength = 36;
const keyPattern = new RegExp(`^(?:${fileAreas.join("|")})/[0-9a-f-]{${idLength}}(?:\\.[0-9a-f]{16})?$`);

/** A unique key, so that a late attempt never overwrites the result of another. */
export function newFileKey(area: FileArea, documentId: string): FileKey {
  return `${area}/${documentId}.${randomBytes(8).toString("hex")}`;
}

export function getDocumentId(key: string): string {
  const start = key.indexOf("/") + 1;
  return key.slice(start, start + idLength);
}

export function isFileKey(text: string): text is FileKey {
  return keyPattern.test(text);
}

/** Throws for anything that is not a key, so that no input can refer to another path or object. */
export function requireFileKey(text: string): FileKey {
  if (!isFileKey(text)) throw new Error("This is not the key of a stored file.");
  return text;
}

/** A small text in a bucket that names the owner of the files there. */
export interface OwnerMarker {
  /** The name of its object, as the operator sees it. */
  name: string;
  /** Undefined if there is none. */
  read(): Promise<string | undefined>;
  /** Replaces the text. Does nothing if `isFirst` and there is a text already, e.g. one written at the same moment. */
  write(text: string, isFirst: boolean): Promise<void>;
}

/**
 * The storage of document bytes: local folders, or a bucket. A file is stored completely or not at all, and is never
 * modified. Memory does not grow with a file.
 */
export interface ObjectStore {
  /** Undefined for a folder, which only one server can use at a time. */
  readonly marker?: OwnerMarker;
  /** Takes ownership of a finished file. When it resolves, the stored file survives a crash. */
  put(key: FileKey, file: FinishedFile): Promise<void>;
  /** Length in bytes; undefined if there is no such file. */
  getSize(key: FileKey): Promise<number | undefined>;
  /** A range of bytes, as a response body. Undefined if there is no such file. */
  read(key: FileKey, range: ByteRange): Promise<Blob | ReadableStream<Uint8Array> | undefined>;
  /** A local path of the whole file: its own, or `copy`, to which it was copied. Undefined if there is no such file. */
  getLocalPath(key: FileKey, copy: string): Promise<string | undefined>;
  /** Does nothing if there is no such file, so that a removal interrupted by a crash can be repeated. */
  remove(key: FileKey): Promise<void>;
  /** The stored files of an area, or of one document in it, in batches. Skips files that are not ours. */
  list(area: FileArea, documentId?: string): AsyncGenerator<KeptFile[]>;
  /** Throws if no file can be written here. */
  probe(): Promise<void>;
  /** Whether files can be reached at the moment: false while a bucket does not answer this server. */
  answers(): Promise<boolean>;
  /** Throws `out_of_space` if storing `bytes` more would leave too little room for what is reserved for others. */
  ensureSpaceFor(need: SpaceNeed): Promise<void>;
}
