import type { QueryClient } from "@tanstack/react-query";
import {
  deleteWaitingFile,
  newWaitingKey,
  storeWaitingFile,
  type WaitingFile,
} from "../../../lib/waiting-files.ts";
import { readAccountName } from "../../accounts/page-account.ts";

/** The files on this page that are also in the browser's storage, with their keys there. */
const storedKeys = new Map<File, string>();
/** All keys that this page has handled: a listing of the storage may be older than the latest change. */
const keysOfThisPage = new Set<string>();

/** Stores a file that could not be sent for lack of a connection, so that it survives the page. */
export async function storeFile(file: File, cache: QueryClient): Promise<void> {
  if (storedKeys.has(file)) return;
  const key = newWaitingKey();
  storedKeys.set(file, key);
  keysOfThisPage.add(key);
  try {
    await storeWaitingFile(key, { file, account: readAccountName(cache), isConfirmed: true });
  } catch {
    // Without space, it waits in this page only.
    storedKeys.delete(file);
  }
}

/** Deletes a file from the storage after it was sent or removed. */
export async function deleteStoredFile(file: File): Promise<void> {
  const key = storedKeys.get(file);
  if (key === undefined) return;
  storedKeys.delete(file);
  await deleteWaitingFile(key);
}

/** Adds a stored file to this page; it stays in the storage until it is sent. */
export function adoptStoredFile({ key, file }: WaitingFile): File {
  storedKeys.set(file, key);
  keysOfThisPage.add(key);
  return file;
}

/** Whether this page already handles a stored file. */
export function isOnThisPage(key: string): boolean {
  return keysOfThisPage.has(key);
}
