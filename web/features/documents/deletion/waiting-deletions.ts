import { z } from "zod";
import { documentStatuses } from "../../../../db/columns/documents.ts";
import { browserStorage } from "../../../environment/storage.ts";

const deletedSchema = z.object({ id: z.string(), status: z.enum(documentStatuses) });

/** A document with the status that it had when it was deleted. */
export type Deleted = z.output<typeof deletedSchema>;

/** Documents that are hidden and will be deleted once Undo can no longer be pressed. */
export type Deletion = { account: string; documents: readonly Deleted[] };

const storageKey = "documents-to-delete";
const storedSchema = z.record(z.string(), z.unknown());
const storedDocumentsSchema = z.array(deletedSchema);

const idsOf = (documents: readonly Deleted[]): string[] => documents.map(({ id }) => id);

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
  add: (deletion: Deletion) => change([...waiting, deletion], [], idsOf(deletion.documents)),
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
  /** Shows the documents again: the deletion was undone. */
  undo: (deletion: Deletion) =>
    change(
      waiting.filter((other) => other !== deletion),
      idsOf(deletion.documents),
    ),
  /** Shows documents again that a deletion, which was taken out, has not deleted. */
  show: (ids: readonly string[]) => change(waiting, ids),
  /** Keeps what waits for the next visit of its account: a page that is closed deletes nothing before its time. */
  keep(): void {
    for (const { account, documents } of waiting)
      writeStored(account, [...readStored(account), ...documents]);
  },
  /** Forgets what this tab kept, since it goes on: the browser has shown the same page again. */
  goOn(): void {
    for (const { account, documents } of waiting) {
      const ids = idsOf(documents);
      writeStored(
        account,
        readStored(account).filter(({ id }) => !ids.includes(id)),
      );
    }
  },
  /** What earlier visits of this account left, once. */
  resume(account: string): Deletion | undefined {
    const documents = readStored(account);
    writeStored(account, []);
    return documents.length === 0 ? undefined : { account, documents };
  },
};

/** Each account is read by itself: what is wrong with one must not lose the deletions of another. */
function readAll(): Map<string, Deleted[]> {
  const stored = storedSchema.safeParse(parse(browserStorage.read(storageKey) ?? "{}")).data ?? {};
  return new Map(
    Object.entries(stored).flatMap(([account, value]) => {
      const documents = storedDocumentsSchema.safeParse(value).data;
      return documents ? [[account, documents] as const] : [];
    }),
  );
}

const readStored = (account: string): Deleted[] => readAll().get(account) ?? [];

function writeStored(account: string, documents: Deleted[]): void {
  const left = readAll();
  left.delete(account);
  const byId = new Map(documents.map((document) => [document.id, document]));
  if (byId.size > 0) left.set(account, [...byId.values()]);
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
