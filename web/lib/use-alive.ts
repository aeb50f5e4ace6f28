import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * False where the page is drawn ahead and in the browser's first look at that drawing, which must be the same; then
 * true.
 */
export function useAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/**
 * Given to a button of a page that may be drawn ahead: as long as it can do nothing it is disabled, and looks as it
 * will (styles/base.css). Forms are sent by buttons alone, so none is sent by the browser itself, which would write
 * a password into the address.
 */
export function useAsleep(disabled?: boolean) {
  return useAlive() ? { disabled } : { disabled: true, "data-asleep": "" };
}
