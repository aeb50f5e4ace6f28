import { toast } from "sonner";
import { z } from "zod";
import { tabStorage } from "./storage.ts";

const kinds = ["success", "error", "info"] as const;

export type Notice = {
  /** For `closeNotice`, when it can be over before its time. */
  id?: string;
  kind: (typeof kinds)[number];
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
  /** Runs when the toast has gone: by itself, by being closed, or because a newer one came; not by its action. */
  onGone?: () => void;
};

const keptNotice = z.object({ kind: z.enum(kinds), title: z.string(), description: z.string().optional() });
type KeptNotice = z.infer<typeof keptNotice>;

/** How long a toast stays, milliseconds; it waits while pointed at or focused. */
export const toastMs = 5000;

const afterReloadKey = "toast-after-reload";

/** Shows one toast; an older one makes room. */
export function notify({ id, kind, title, description, action, onGone }: Notice): void {
  closeNotice();
  toast[kind](title, { id, description, action, duration: toastMs, onAutoClose: onGone, onDismiss: onGone });
}

/** Closes the toast of this id, if it is still there; without one, whichever is. */
export function closeNotice(id?: string): void {
  toast.dismiss(id);
}

/** Keeps a toast over the next load of the page, e.g. after login. */
export function notifyAfterReload(notice: KeptNotice): void {
  tabStorage.write(afterReloadKey, JSON.stringify(notice));
}

/** Shows the toast that the last page left, once. */
export function showNoticeOfLastPage(): void {
  const stored = tabStorage.read(afterReloadKey);
  if (stored === null) return;
  tabStorage.remove(afterReloadKey);
  notify(keptNotice.parse(JSON.parse(stored)));
}
