import { toast } from "sonner";

export type Notice = {
  kind: "success" | "error" | "info";
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
};

/** How long a toast stays, milliseconds; it waits while pointed at or focused. */
export const toastMs = 5000;

const afterReloadKey = "toast-after-reload";

/** Shows one toast; an older one makes room. */
export function notify({ kind, title, description, action }: Notice): void {
  toast.dismiss();
  toast[kind](title, { description, action, duration: toastMs });
}

/** Keeps a toast over the next load of the page, e.g. after login. */
export function notifyAfterReload(notice: Pick<Notice, "kind" | "title" | "description">): void {
  sessionStorage.setItem(afterReloadKey, JSON.stringify(notice));
}

/** Shows the toast that the last page left, once. */
export function showNoticeOfLastPage(): void {
  const stored = sessionStorage.getItem(afterReloadKey);
  if (stored === null) return;
  sessionStorage.removeItem(afterReloadKey);
  notify(JSON.parse(stored) as Notice);
}
