import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { maxChosen } from "../../../../src/features/documents/documents.schema.ts";
import { requireSuccess } from "../../../lib/api-error.ts";
import { inBatches } from "../../../lib/batches.ts";
import { closeNotice, notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { getQueryKey, trpc } from "../../../lib/trpc.ts";
import { allDocumentsMessages } from "../../../texts/all-documents.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { readAccountName } from "../../accounts/page-account.ts";
import type { DocumentView } from "../document.ts";
import { type Deletion, waitingDeletions } from "./waiting-deletions.ts";

const text = documentsMessages.history;

const DeletionDialog = lazy(async () => ({
  default: (await import("./deletion-dialog.tsx")).DeletionDialog,
}));

const deletedNotice = "documents-deleted";

/**
 * Deletes with time to undo: the rows disappear immediately; the call is sent when the toast with Undo has disappeared,
 * on whichever page the user is by then. If the tab is closed before, Undo appears again at the next visit. Undo, or
 * Ctrl+Z, restores the rows, and so does an error, with a message. Deleting more than one document, or one that others
 * rely on, asks first; the dialog must be part of the page.
 */
export function useDeletion(onDeleted: (id: string) => void = () => {}) {
  const hidden = useSyncExternalStore(
    waitingDeletions.subscribe,
    waitingDeletions.readHidden,
    waitingDeletions.readHidden,
  );
  const cache = useQueryClient();
  const [asked, setAsked] = useState<{ documents: DocumentView[]; onConfirm: () => void }>();
  const account = readAccountName(cache);

  useEffect(() => {
    const left = account === null ? undefined : waitingDeletions.resume(account);
    if (left) deleteLater(cache, left);
  }, [account, cache]);

  useEffect(() => {
    const undoLast = (event: KeyboardEvent) => {
      const last = waitingDeletions.last();
      if (!last || event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey) return;
      if (!(event.ctrlKey || event.metaKey) || isEditable(event.target)) return;
      event.preventDefault();
      waitingDeletions.restore(last);
      closeNotice(deletedNotice);
    };
    document.addEventListener("keydown", undoLast);
    return () => document.removeEventListener("keydown", undoLast);
  }, []);

  function deleteDocuments(documents: DocumentView[], onConfirmed: () => void = () => {}): void {
    const carryOut = () => {
      onConfirmed();
      deleteLater(cache, { account: account ?? "", ids: documents.map(({ id }) => id) }, onDeleted);
    };
    if (documents.length > 1 || documents.some(isReliedOn)) setAsked({ documents, onConfirm: carryOut });
    else carryOut();
  }

  const dialog = asked && (
    <Suspense>
      <DeletionDialog {...asked} onClose={() => setAsked(undefined)} />
    </Suspense>
  );
  return { hidden, deleteDocuments, dialog };
}

// For as long as the tab is open: a deletion outlives the page that shows the documents.
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => waitingDeletions.keep());
  window.addEventListener("pageshow", () => waitingDeletions.goOn());
}

/** Whether other people may see the document through a link, or gave it themselves. */
const isReliedOn = ({ projectId, generated }: DocumentView): boolean =>
  projectId !== null || generated === "acknowledgement";

function deleteLater(
  cache: QueryClient,
  deletion: Deletion,
  onDeleted: (id: string) => void = () => {},
): void {
  const count = deletion.ids.length;
  waitingDeletions.add(deletion);
  notify({
    id: deletedNotice,
    kind: "success",
    title: count === 1 ? text.deleted : allDocumentsMessages.deleted(count),
    ...(matchMedia("(pointer: fine)").matches && { description: allDocumentsMessages.undoKey }),
    action: { label: text.undo, onClick: () => waitingDeletions.restore(deletion) },
    onGone: () => void send(cache, deletion, onDeleted),
  });
}

async function send(cache: QueryClient, deletion: Deletion, onDeleted: (id: string) => void): Promise<void> {
  if (!waitingDeletions.take(deletion)) return;
  const left = new Set(deletion.ids);
  try {
    // Visits that were broken off may have left more than one call takes.
    for (const ids of inBatches(deletion.ids, maxChosen)) {
      await requireSuccess(await callDelete(deletion.account, ids));
      for (const id of ids) {
        left.delete(id);
        onDeleted(id);
      }
    }
  } catch (error) {
    waitingDeletions.restore({ ...deletion, ids: [...left] });
    const { message = text.deleteFailedText } = parseServerError(error);
    notify({ kind: "error", title: text.deleteFailed, description: message });
  }
  await Promise.all([
    cache.invalidateQueries({ queryKey: getQueryKey(trpc.documents.list) }),
    cache.invalidateQueries({ queryKey: getQueryKey(trpc.documents.find) }),
    cache.invalidateQueries({ queryKey: getQueryKey(trpc.projects) }),
  ]);
}

/** `account`: who deleted; if another account is signed in by now, the server refuses the call. */
function callDelete(account: string, ids: string[]): Promise<Response> {
  return fetch("/api/documents/delete", {
    method: "POST",
    headers: { "x-account": encodeURIComponent(account), "content-type": "application/json" },
    body: JSON.stringify({ ids }),
  });
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "checkbox"
    ? true
    : target instanceof HTMLTextAreaElement;
}
