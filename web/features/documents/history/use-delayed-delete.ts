import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useRef, useState } from "react";
import { closeNotice, notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { accountHeaders } from "../../accounts/page-account.ts";
import { documentsMessages } from "../messages.ts";

const text = documentsMessages.history;

/**
 * Deleting with time to think: the row goes at once, the call is sent when the toast that offers Undo has gone or
 * the page is left, so that nothing is deleted while Undo can be pressed. Undo brings the row back. So does a
 * refusal, with a word about it.
 */
export function useDelayedDelete(onDeleted: (id: string) => void) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Set<string>());
  const calls = trpc.useUtils();
  const cache = useQueryClient();
  const remove = trpc.documents.remove.useMutation();

  const hide = (id: string) => setHidden((ids) => new Set([...ids, id]));
  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((other) => other !== id)));

  function deleteLater(id: string): void {
    hide(id);
    const action = { label: text.undo, onClick: () => undo(id) };
    waiting.current.add(id);
    notify({ kind: "success", title: text.deleted, action, onGone: () => void send(id) });
  }

  function undo(id: string): void {
    if (waiting.current.delete(id)) show(id);
  }

  async function send(id: string): Promise<void> {
    if (!waiting.current.delete(id)) return;
    try {
      await remove.mutateAsync({ id });
      onDeleted(id);
      await calls.documents.list.invalidate();
    } catch {
      show(id);
      notify({ kind: "error", title: text.deleteFailed, description: text.deleteFailedText });
    }
  }

  useEffect(() => {
    const ids = waiting.current;
    // A call that outlives the page, and this part of it.
    const sendNow = async (id: string) => {
      const answer = await fetch(`/api/documents/${encodeURIComponent(id)}`, {
        method: "DELETE",
        keepalive: true,
        headers: accountHeaders(cache),
      }).catch(() => undefined);
      if (!answer?.ok)
        notify({ kind: "error", title: text.deleteFailed, description: text.deleteFailedText });
      await cache.invalidateQueries({ queryKey: getQueryKey(trpc.documents.list) });
    };
    const sendAllNow = () => {
      const leftIds = [...ids];
      // Before the toast is closed, which would send a call that ends with the page.
      ids.clear();
      if (leftIds.length > 0) closeNotice();
      for (const id of leftIds) void sendNow(id);
    };
    window.addEventListener("pagehide", sendAllNow);
    return () => {
      window.removeEventListener("pagehide", sendAllNow);
      sendAllNow();
    };
  }, [cache]);

  return { hidden, deleteLater };
}
