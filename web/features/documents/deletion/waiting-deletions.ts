import { z } from "zod";
import { browserStorage } from "../../../environment/storage.ts";

/** Documents that are hidden and will be deleted once Undo can no longer be pressed. */
export type Deletion = { account: string; ids: readonly string[] };

const storageKey = "documents-to-delete";
const storedSchema = z.record(z.string(), z.unknown());
const storedIdsSchema = z.array(z.string());

let waiting: readonly Deletion[] = [];
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: readonly Deletion[], shown: readonly string[], more: readonly string[] = []): void {
  waiting = next;
  hidden = new Set([...[...hidden].filter((id) => !shown.includes(id)), ...more]);
  for (const listener of listeners) listener();
}

/**
 * The deletions of this tab, which outlive the page that shows the documents. While a deletion waits, and after it was
 * carried out, its documents are hidden.
 */
export const waitingDeletions = {
  readHidden: () => hidden,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  add: (deletion: Deletion) => change([...waiting, deletion], [], deletion.ids),
  last: () => waiting.at(-1),
  /** Takes a deletion out to carry it out; false if it was undone. Its documents stay hidden. */
  take(deletion: Deletion): boolean {
    if (!waiting.includes(deletion)) return false;
    change(
      waiting.filter((other) => other !== deletion),
      [],
    );
    return true;
  },
  /** Shows the documents again: the deletion was undone, or failed. */
  restore: (deletion: Deletion) =>
    change(
      waiting.filter((other) => other !== deletion),
      deletion.ids,
    ),
  /** Keeps what waits for the next visit of its account: a page that is closed deletes nothing before its time. */
  keep(): void {
    for (const { account, ids } of waiting) writeStored(account, [...readStored(account), ...ids]);
  },
  /** Forgets what this tab kept, since it goes on: the browser has shown the same page again. */
  goOn(): void {
    for (const { account, ids } of waiting)
      writeStored(
        account,
        readStored(account).filter((id) => !ids.includes(id)),
      );
  },
  /** What earlier visits of this account left, once. */
  resume(account: string): Deletion | undefined {
    const ids = readStored(account);
    writeStored(account, []);
    return ids.length === 0 ? undefined : { account, ids };
  },
};

/** Each account is read by itself: what is wrong with one must not lose the deletions of another. */
function readAll(): Map<string, string[]> {
  const stored = storedSchema.safeParse(parse(browserStorage.read(storageKey) ?? "{}")).data ?? {};
  return new Map(
    Object.entries(stored).flatMap(([account, value]) => {
      const ids = storedIdsSchema.safeParse(value).data;
      return ids ? [[account, ids] as const] : [];
    }),
  );
}

const readStored = (account: string): string[] => readAll().get(account) ?? [];

function writeStored(account: string, ids: string[]): void {
  const left = readAll();
  left.delete(account);
  if (ids.length > 0) left.set(account, [...new Set(ids)]);
  if (left.size > 0) browserStorage.write(storageKey, JSON.stringify(Object.fromEntries(left)));
  else browserStorage.remove(storageKey);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
