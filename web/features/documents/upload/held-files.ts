import type { QueryClient } from "@tanstack/react-query";
import {
  forgetWaitingFile,
  keepWaitingFile,
  newWaitingKey,
  type WaitingFile,
} from "../../../lib/waiting-files.ts";
import { readUsername } from "../../accounts/page-account.ts";

/** The files of this page that the browser's storage holds as well, with their keys there. */
const held = new Map<File, string>();
/** All keys that this page ever took care of: a list of the storage may be older than what happened since. */
const keysOfThisPage = new Set<string>();

/** Keeps a file that could not be sent for lack of a connection, so that it survives the page. */
export async function holdFile(file: File, cache: QueryClient): Promise<void> {
  if (held.has(file)) return;
  const key = newWaitingKey();
  held.set(file, key);
  keysOfThisPage.add(key);
  try {
    await keepWaitingFile(key, { file, account: readUsername(cache), isConfirmed: true });
  } catch {
    // Without space it waits in this page only.
    held.delete(file);
  }
}

/** Forgets a file that was sent, or that nobody wants any more. */
export async function forgetHeldFile(file: File): Promise<void> {
  const key = held.get(file);
  if (key === undefined) return;
  held.delete(file);
  await forgetWaitingFile(key);
}

/** Takes a kept file into this page; it stays in the storage until it is sent. */
export function takeHeldFile({ key, file }: WaitingFile): File {
  held.set(file, key);
  keysOfThisPage.add(key);
  return file;
}

/** Whether this page takes care of a kept file already. */
export function isHeldHere(key: string): boolean {
  return keysOfThisPage.has(key);
}
