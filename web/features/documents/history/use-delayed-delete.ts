import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useRef, useState } from "react";
import { closeNotice, notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { accountHeaders } from "../../accounts/page-account.ts";
import { allDocumentsMessages } from "../all/messages.ts";
import { documentsMessages } from "../messages.ts";

const text = documentsMessages.history;

const deletedNotice = "documents-deleted";

/**
 * Deletes with time to undo: the rows disappear immediately; the call is sent when the toast with Undo has disappeared
 * or the user leaves the page, so nothing is deleted while Undo can be pressed. Undo, or Ctrl+Z, restores the rows, and
 * so does an error, with a message.
 */
export function useDelayedDelete(onDeleted: (id: string) => void) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Set<readonly string[]>());
  const calls = trpc.useUtils();
  const cache = useQueryClient();
  const remove = trpc.documents.remove.useMutation();
  const removeSeveral = trpc.documents.removeSeveral.useMutation();

  const hide = (ids: readonly string[]) => setHidden((all) => new Set([...all, ...ids]));
  const show = (ids: readonly string[]) =>
    setHidden((all) => new Set([...all].filter((id) => !ids.includes(id))));

  function deleteLater(...ids: string[]): void {
    hide(ids);
    waiting.current.add(ids);
    notify({
      id: deletedNotice,
      kind: "success",
      title: ids.length === 1 ? text.deleted : allDocumentsMessages.deleted(ids.length),
      ...(matchMedia("(pointer: fine)").matches && { description: allDocumentsMessages.undoKey }),
      action: { label: text.undo, onClick: () => undo(ids) },
      onGone: () => void send(ids),
    });
  }

  function undo(ids: readonly string[]): void {
    if (waiting.current.delete(ids)) show(ids);
  }

  async function send(ids: readonly string[]): Promise<void> {
    if (!waiting.current.delete(ids)) return;
    const [first = ""] = ids;
    try {
      if (ids.length === 1) await remove.mutateAsync({ id: first });
      else await removeSeveral.mutateAsync({ ids: [...ids] });
      for (const id of ids) onDeleted(id);
      await Promise.all([calls.documents.list.invalidate(), calls.documents.find.invalidate()]);
    } catch {
      show(ids);
      notify({ kind: "error", title: text.deleteFailed, description: text.deleteFailedText });
    }
  }

  useEffect(() => {
    const undoLast = (event: KeyboardEvent) => {
      const last = [...waiting.current].at(-1);
      if (!last || event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey) return;
      if (!(event.ctrlKey || event.metaKey) || isEditable(event.target)) return;
      event.preventDefault();
      waiting.current.delete(last);
      setHidden((all) => new Set([...all].filter((id) => !last.includes(id))));
      closeNotice(deletedNotice);
    };
    document.addEventListener("keydown", undoLast);
    return () => document.removeEventListener("keydown", undoLast);
  }, []);

  useEffect(() => {
    const batches = waiting.current;
    // For calls that outlive this component and the page.
    const sendNow = async (ids: readonly string[]) => {
      const [first = ""] = ids;
      const headers = accountHeaders(cache);
      const call =
        ids.length === 1
          ? fetch(`/api/documents/${encodeURIComponent(first)}`, {
              method: "DELETE",
              keepalive: true,
              headers,
            })
          : fetch("/api/documents/delete", {
              method: "POST",
              keepalive: true,
              headers: { ...headers, "content-type": "application/json" },
              body: JSON.stringify({ ids }),
            });
      const answer = await call.catch(() => undefined);
      if (!answer?.ok)
        notify({ kind: "error", title: text.deleteFailed, description: text.deleteFailedText });
      await Promise.all([
        cache.invalidateQueries({ queryKey: getQueryKey(trpc.documents.list) }),
        cache.invalidateQueries({ queryKey: getQueryKey(trpc.documents.find) }),
      ]);
    };
    const sendAllNow = () => {
      const left = [...batches];
      // Before the toast is closed, which would send a call that ends with the page.
      batches.clear();
      if (left.length > 0) closeNotice();
      for (const ids of left) void sendNow(ids);
    };
    window.addEventListener("pagehide", sendAllNow);
    return () => {
      window.removeEventListener("pagehide", sendAllNow);
      sendAllNow();
    };
  }, [cache]);

  return { hidden, deleteLater };
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "checkbox"
    ? true
    : target instanceof HTMLTextAreaElement;
}
