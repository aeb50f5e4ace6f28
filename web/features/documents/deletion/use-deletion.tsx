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
import { showDocumentName } from "../document-name.ts";
import { type Deleted, type Deletion, waitingDeletions } from "./waiting-deletions.ts";

const text = documentsMessages.history;

const DeletionDialog = lazy(async () => ({
  default: (await import("./deletion-dialog.tsx")).DeletionDialog,
}));

const deletedNotice = "documents-deleted";

/**
 * Deletes with time to undo: the rows disappear immediately; the call is sent when the toast with Undo has disappeared,
 * on whichever page the user is by then. If the tab is closed before, Undo appears again at the next visit. Undo, or
 * Ctrl+Z, restores the rows, and so does an error, with a message. Documents that were stamped or changed elsewhere in
 * the meantime stay, with a message. Deleting more than one document, or one that others rely on, asks first; the
 * dialog must be part of the page.
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
    if (left) deleteLater(cache, left, { description: allDocumentsMessages.deletedEarlier });
  }, [account, cache]);

  useEffect(() => {
    const undoLast = (event: KeyboardEvent) => {
      const last = waitingDeletions.last();
      if (!last || event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey) return;
      if (!(event.ctrlKey || event.metaKey) || isEditable(event.target)) return;
      event.preventDefault();
      waitingDeletions.undo(last);
      closeNotice(deletedNotice);
    };
    document.addEventListener("keydown", undoLast);
    return () => document.removeEventListener("keydown", undoLast);
  }, []);

  function deleteDocuments(documents: DocumentView[], onConfirmed: () => void = () => {}): void {
    const carryOut = () => {
      onConfirmed();
      const deleted = documents.map(({ id, status }) => ({ id, status }));
      deleteLater(cache, { account: account ?? "", documents: deleted }, { onDeleted });
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
  { onDeleted = () => {}, description }: { onDeleted?: (id: string) => void; description?: string },
): void {
  const count = deletion.documents.length;
  const undoKey = matchMedia("(pointer: fine)").matches ? allDocumentsMessages.undoKey : undefined;
  const said = [description, undoKey].filter((sentence) => sentence !== undefined).join(" ");
  waitingDeletions.add(deletion);
  notify({
    id: deletedNotice,
    kind: "success",
    title: count === 1 ? text.deleted : allDocumentsMessages.deleted(count),
    ...(said !== "" && { description: said }),
    action: { label: text.undo, onClick: () => waitingDeletions.undo(deletion) },
    onGone: () => void send(cache, deletion, onDeleted),
  });
}

async function send(cache: QueryClient, deletion: Deletion, onDeleted: (id: string) => void): Promise<void> {
  if (!waitingDeletions.take(deletion)) return;
  const left = new Set(deletion.documents.map(({ id }) => id));
  const kept: Kept[] = [];
  try {
    for (const call of listCalls(deletion.documents)) {
      const stayed = await callDelete(deletion.account, call);
      kept.push(...stayed);
      for (const id of call.ids) {
        left.delete(id);
        if (!stayed.some((document) => document.id === id)) onDeleted(id);
      }
    }
    tellKept(kept);
  } catch (error) {
    waitingDeletions.show([...left]);
    const { message = text.deleteFailedText } = parseServerError(error);
    notify({ kind: "error", title: text.deleteFailed, description: message });
  }
  waitingDeletions.show(kept.map(({ id }) => id));
  await Promise.all([
    cache.invalidateQueries({ queryKey: getQueryKey(trpc.documents.list) }),
    cache.invalidateQueries({ queryKey: getQueryKey(trpc.documents.find) }),
    cache.invalidateQueries({ queryKey: getQueryKey(trpc.projects) }),
  ]);
}

function tellKept(kept: Kept[]): void {
  const [first] = kept;
  if (!first) return;
  const { keptOne, keptSeveral } = allDocumentsMessages;
  const description = kept.length === 1 && first.name !== undefined ? keptOne(first.name) : keptSeveral;
  notify({ kind: "info", title: allDocumentsMessages.kept, description });
}

type Call = { ids: string[]; onlyIfStatus?: Deleted["status"] };
/** A document that is still there; without a name if the server did not answer. */
type Kept = { id: string; name: string | undefined };

/**
 * What was neither stamped nor being stamped is deleted only as it was: it may be stamped on another device before the
 * call is sent, which can be weeks later. Visits that were broken off may have left more than one call takes.
 */
function listCalls(documents: readonly Deleted[]): Call[] {
  const isUnstamped = ({ status }: Deleted) => status === "uploaded" || status === "error";
  const groups = Map.groupBy(documents, (document) => (isUnstamped(document) ? document.status : undefined));
  return [...groups].flatMap(([onlyIfStatus, group]) =>
    inBatches(group, maxChosen).map((part) => ({
      ids: part.map(({ id }) => id),
      ...(onlyIfStatus && { onlyIfStatus }),
    })),
  );
}

/**
 * Returns the documents that have another status by now, and so were not deleted. `account`: who deleted; if another
 * account is signed in by now, the server refuses the calls.
 */
async function callDelete(account: string, call: Call): Promise<Kept[]> {
  const headers = { "x-account": encodeURIComponent(account), "content-type": "application/json" };
  const body = JSON.stringify(call);
  const answer = await requireSuccess(
    await fetch("/api/documents/delete", { method: "POST", headers, body }),
  );
  const { deleted }: { deleted: number } = await answer.json();
  if (call.onlyIfStatus === undefined || deleted === call.ids.length) return [];
  const found = await Promise.all(call.ids.map((id) => findKept(id, headers)));
  return found.filter((one) => one !== undefined);
}

/** Undefined if the document is gone. */
async function findKept(id: string, headers: HeadersInit): Promise<Kept | undefined> {
  try {
    const answer = await fetch(`/api/documents/${id}`, { headers });
    if (answer.status === 404) return undefined;
    const { displayName, generated }: DocumentView = await (await requireSuccess(answer)).json();
    return { id, name: showDocumentName(displayName, generated) };
  } catch {
    return { id, name: undefined };
  }
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "checkbox"
    ? true
    : target instanceof HTMLTextAreaElement;
}
