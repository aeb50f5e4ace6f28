import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void) {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/** What stands behind the # of the address: in a scanned QR code, the signed attestation. Empty when nothing does. */
export function useFragment(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.hash.slice(1),
    () => "",
  );
}
