import { useEffect } from "react";

/**
 * Makes the page work as an installed app. Only for signed-in users: strangers who verify one document download nothing
 * that they do not need. Without a secure context there is no service worker.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/service-worker.js").catch(() => {
      // The page works without it, and the next visit tries again.
    });
  }, []);
}
