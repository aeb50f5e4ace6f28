import { useSyncExternalStore } from "react";
import { readFragment } from "../../lib/fragment.ts";

function subscribe(onChange: () => void) {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/** What the address has after the #: in a scanned QR code, the signed attestation. Empty if there is none. */
export function useFragment(): string {
  return useSyncExternalStore(
    subscribe,
    () => readFragment(location.hash),
    () => "",
  );
}
