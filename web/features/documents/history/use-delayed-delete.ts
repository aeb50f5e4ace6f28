import { useEffect, useRef, useState } from "react";
import { notify, toastMs } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentsMessages } from "../messages.ts";

const text = documentsMessages.history;

/**
 * Deleting with time to think: the row goes at once, the call is sent after five seconds or when the page is
 * left, and Undo brings the row back. So does a refusal, with a word about it.
 */
export function useDelayedDelete(onDeleted: (id: string) => void) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const calls = trpc.useUtils();
  const remove = trpc.documents.remove.useMutation();

  const hide = (id: string) => setHidden((ids) => new Set([...ids, id]));
  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((other) => other !== id)));

  function deleteLater(id: string): void {
    hide(id);
    waiting.current.set(
      id,
      setTimeout(() => void send(id), toastMs),
    );
    const action = { label: text.undo, onClick: () => undo(id) };
    notify({ kind: "success", title: text.deleted, action });
  }

  function undo(id: string): void {
    const timer = waiting.current.get(id);
    if (timer === undefined) return;
    clearTimeout(timer);
    waiting.current.delete(id);
    show(id);
  }

  async function send(id: string): Promise<void> {
    waiting.current.delete(id);
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
    const timers = waiting.current;
    const sendAllNow = () => {
      for (const [id, timer] of timers) {
        clearTimeout(timer);
        void fetch(`/api/documents/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true });
      }
      timers.clear();
    };
    window.addEventListener("pagehide", sendAllNow);
    return () => {
      window.removeEventListener("pagehide", sendAllNow);
      sendAllNow();
    };
  }, []);

  return { hidden, deleteLater };
}
