import type { ChosenFile } from "./chosen-files.ts";
import { hasEnds, hashBytes, readEnds } from "./file-ends.ts";
import type { FileHash } from "./hash-files.ts";

/**
 * Fingerprints that were computed before the page was reloaded or the browser crashed, so that the same large files are
 * not read again when they are chosen again. This browser keeps them for a week, or until the user logs out. Their keys
 * are fingerprints of a file's path, size, modification time, first and last bytes, so no name is stored. Programs can
 * change a file and leave its size and time: then its ends nearly always differ.
 */

const databaseName = "collection-hashes";
const storeName = "hashes";
const maxAgeMs = 7 * 86_400_000;

type Remembered = { sha256: string; at: number };

export type HashedFile = Pick<ChosenFile, "path" | "file"> & FileHash;

export type RememberedHashes = {
  /** The fingerprints of the files in their order; undefined for an unknown file. */
  find: (files: readonly ChosenFile[]) => Promise<(string | undefined)[]>;
  /** Resolves when they would survive a reload. */
  save: (files: readonly HashedFile[]) => Promise<void>;
  /** Called once a collection is attested, and when the user logs out. */
  forgetAll: () => Promise<void>;
};

/** In a browser that stores nothing for this page, for example in a private window, every file is unknown. */
export async function openRememberedHashes(): Promise<RememberedHashes> {
  const database = "subtle" in crypto ? await open().catch(() => undefined) : undefined;
  if (!database) return nothingRemembered;
  await deleteExpired(database).catch(() => undefined);
  return {
    find: (files) => findAll(database, files).catch(() => files.map(() => undefined)),
    save: (files) => saveAll(database, files).catch(() => undefined),
    forgetAll: () => write(database, (store) => store.clear()).catch(() => undefined),
  };
}

const nothingRemembered: RememberedHashes = {
  find: async (files) => files.map(() => undefined),
  save: async () => undefined,
  forgetAll: async () => undefined,
};

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return resultOf(request);
}

async function findAll(database: IDBDatabase, files: readonly ChosenFile[]): Promise<(string | undefined)[]> {
  const stored = () => database.transaction(storeName, "readonly").objectStore(storeName);
  // Usually nothing is remembered, and computing keys for many files takes a while.
  if ((await resultOf(stored().count())) === 0) return files.map(() => undefined);
  const keys = await Promise.all(files.map(makeKey));
  const store = stored();
  const found = await Promise.all(
    keys.map((key) => (key === undefined ? undefined : resultOf<Remembered | undefined>(store.get(key)))),
  );
  return found.map((remembered) => remembered?.sha256);
}

async function saveAll(database: IDBDatabase, files: readonly HashedFile[]): Promise<void> {
  const keys = await Promise.all(files.map(makeKey));
  await write(database, (store) => {
    for (const [index, { sha256 }] of files.entries()) {
      const remembered: Remembered = { sha256, at: Date.now() };
      if (keys[index] !== undefined) store.put(remembered, keys[index]);
    }
  });
}

/**
 * Undefined for a file that is always read: a small one, or one that changed since it was chosen. Reads the file's ends
 * unless they are known.
 */
async function makeKey({ path, file, ends }: Omit<HashedFile, "sha256">): Promise<string | undefined> {
  const { size, lastModified } = file;
  if (!hasEnds(size)) return undefined;
  const known = ends ?? (await readEnds(file).then(hashBytes, () => undefined));
  if (known === undefined) return undefined;
  return hashBytes(new TextEncoder().encode(JSON.stringify([path, size, lastModified, known])));
}

function deleteExpired(database: IDBDatabase): Promise<void> {
  const expired = Date.now() - maxAgeMs;
  return write(database, (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      const { at }: Remembered = cursor.value;
      if (at < expired) cursor.delete();
      cursor.continue();
    };
  });
}

/** Resolves when the transaction is complete: a request that succeeded can still be lost with the page. */
function write(database: IDBDatabase, act: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, "readwrite");
    const fail = () => reject(transaction.error ?? new Error("The browser's database failed."));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
    act(transaction.objectStore(storeName));
  });
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser's database failed."));
  });
}
