/**
 * Files that this browser stores until they are uploaded: chosen without a connection, or shared from another app. They
 * survive closing the browser, and are deleted after their upload, at logout, or after a week.
 */
export type WaitingFile = { key: string; file: File; isConfirmed: boolean };

type NewWaitingFile = {
  file: File;
  /** The account that chose the file; null for a file from another app, which belongs to the next user who signs in. */
  account: string | null;
  /** Whether the user confirmed owning the document. */
  isConfirmed: boolean;
};

const storeName = "waiting-files";
const folder = "/waiting/";
const maxAgeMs = 7 * 24 * 3_600_000;
const changed = "waitingfileschange";

/** Without a secure context there is no such storage, and files wait in the open page only. */
const hasStore = () => typeof caches !== "undefined";

export const newWaitingKey = () => `${folder}${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** Stores a file. Rejects if the browser has no space left. */
export async function storeWaitingFile(
  key: string,
  { file, account, isConfirmed }: NewWaitingFile,
): Promise<void> {
  if (!hasStore()) return;
  const about = { name: file.name, account, isConfirmed, keptAt: Date.now() };
  const headers = {
    "content-type": file.type || "application/octet-stream",
    "x-about": encodeURIComponent(JSON.stringify(about)),
  };
  await (await caches.open(storeName)).put(key, new Response(file, { headers }));
  tellPage();
}

/** The files of an account, and those without one. Deletes files that are too old. */
export async function listWaitingFiles(account: string): Promise<WaitingFile[]> {
  if (!hasStore() || !(await caches.has(storeName))) return [];
  const store = await caches.open(storeName);
  const found: WaitingFile[] = [];
  for (const request of await store.keys()) {
    const response = await store.match(request);
    const about = readAbout(response?.headers.get("x-about") ?? null);
    if (!response || !about || Date.now() - about.keptAt > maxAgeMs) {
      await store.delete(request);
      continue;
    }
    if (about.account !== null && about.account !== account) continue;
    const type = response.headers.get("content-type") ?? "";
    const file = new File([await response.blob()], about.name, { type });
    found.push({ key: new URL(request.url).pathname, file, isConfirmed: about.isConfirmed });
  }
  return found;
}

export async function deleteWaitingFile(key: string): Promise<void> {
  if (!hasStore()) return;
  await (await caches.open(storeName)).delete(key);
  tellPage();
}

/** Deletes all of them, for all accounts. */
export async function deleteWaitingFiles(): Promise<void> {
  if (hasStore()) await caches.delete(storeName);
}

/** Calls the listener after every change made by this page. Returns a function to unsubscribe. */
export function onWaitingFilesChange(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}

function tellPage(): void {
  dispatchEvent(new Event(changed));
}

type About = { name: string; account: string | null; isConfirmed: boolean; keptAt: number };

function readAbout(header: string | null): About | undefined {
  try {
    const about: About = JSON.parse(decodeURIComponent(header ?? ""));
    return typeof about.name === "string" && typeof about.keptAt === "number" ? about : undefined;
  } catch {
    return undefined;
  }
}
