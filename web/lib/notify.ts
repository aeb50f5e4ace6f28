import { tabStorage } from "../environment/storage.ts";

export type Notice = {
  /** For `closeNotice`, if the notice can become obsolete early. */
  id?: string;
  kind: "success" | "error" | "info";
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
  /** Called when the toast disappears: after its time, or when it is closed or replaced; not after its action. */
  onGone?: () => void;
};

export type Toast = Notice & { key: number };

/** How long a toast stays. The timer pauses while the toast is hovered or focused, and in a hidden tab. */
export const toastMs = 5000;

type StoredNotice = Pick<Notice, "kind" | "title" | "description">;

const afterReloadKey = "toast-after-reload";

let current: Toast | undefined;
let lastKey = 0;
const listeners = new Set<() => void>();

function show(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** The toast on screen, for `useSyncExternalStore`: at most one at a time. */
export const toastStore = {
  read: () => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Shows a toast, which replaces the one on screen. */
export function notify(notice: Notice): void {
  closeNotice();
  lastKey += 1;
  show({ ...notice, key: lastKey });
}

/** Closes the toast with this ID if it is still on screen; without an ID, any toast. */
export function closeNotice(id?: string): void {
  const closed = current;
  if (!closed || (id !== undefined && closed.id !== id)) return;
  show(undefined);
  closed.onGone?.();
}

/** Runs the action of the toast on screen, which closes it. */
export function takeAction(): void {
  const taken = current;
  show(undefined);
  taken?.action?.onClick();
}

/** Stores a notice for the next page load, e.g. after login. */
export function notifyAfterReload(notice: StoredNotice): void {
  tabStorage.write(afterReloadKey, JSON.stringify(notice));
}

/** Shows, once, the notice that the previous page stored. */
export function showNoticeOfLastPage(): void {
  const stored = tabStorage.read(afterReloadKey);
  if (stored === null) return;
  tabStorage.remove(afterReloadKey);
  const notice: StoredNotice = JSON.parse(stored);
  notify(notice);
}
