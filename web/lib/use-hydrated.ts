import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** False on the server and in the first client render, which must match it; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
