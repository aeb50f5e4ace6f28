/**
 * Fingerprints that were computed before the page was reloaded, or the browser crashed: whoever chooses the same files
 * again does not wait for them again. They are kept in this browser under a fingerprint of the file's path, size and
 * time of change, so that no name is kept, and for a week.
 */

const databaseName = "collection-hashes";
const storeName = "hashes";
const maxAgeMs = 7 * 86_400_000;

type Remembered = { sha256: string; at: number };

export type RememberedHashes = {
  find: (path: string, file: File) => Promise<string | undefined>;
  remember: (path: string, file: File, sha256: string) => Promise<void>;
  /** After a collection was attested. */
  forgetAll: () => Promise<void>;
};

/** A browser that stores nothing for this page, e.g. in a private window, remembers nothing. */
export async function openRememberedHashes(): Promise<RememberedHashes> {
  const database = await open().catch(() => undefined);
  if (!database || !("subtle" in crypto)) return forgetful;
  await forgetOld(database).catch(() => undefined);
  return {
    find: async (path, file) => {
      const key = await keyOf(path, file);
      const found = await ask<Remembered | undefined>(database, "readonly", (store) => store.get(key)).catch(
        () => undefined,
      );
      return found?.sha256;
    },
    remember: async (path, file, sha256) => {
      const key = await keyOf(path, file);
      await ask(database, "readwrite", (store) => store.put({ sha256, at: Date.now() }, key)).catch(
        () => undefined,
      );
    },
    forgetAll: async () => {
      await ask(database, "readwrite", (store) => store.clear()).catch(() => undefined);
    },
  };
}

const forgetful: RememberedHashes = {
  find: async () => undefined,
  remember: async () => undefined,
  forgetAll: async () => undefined,
};

async function keyOf(path: string, { size, lastModified }: File): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([path, size, lastModified]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return btoa(String.fromCharCode(...digest));
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request);
}

function ask<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return settled(act(database.transaction(storeName, mode).objectStore(storeName)));
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser's database failed."));
  });
}

/** Removes what is older than a week. */
function forgetOld(database: IDBDatabase): Promise<void> {
  const before = Date.now() - maxAgeMs;
  const request = database.transaction(storeName, "readwrite").objectStore(storeName).openCursor();
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error ?? new Error("The browser's database failed."));
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve();
      const { at }: Remembered = cursor.value;
      if (at < before) cursor.delete();
      cursor.continue();
    };
  });
}
