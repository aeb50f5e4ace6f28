import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * False where the page is drawn ahead and in the browser's first look at that drawing, which must be the same; then
 * true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
