type Kind = "localStorage" | "sessionStorage";

/**
 * Browser storage for this page. If the browser forbids it, even by throwing on access, nothing is found or stored, and
 * callers need not handle that.
 */
function guarded(kind: Kind) {
  return {
    read(key: string): string | null {
      try {
        return globalThis[kind].getItem(key);
      } catch {
        return null;
      }
    },
    write(key: string, value: string): void {
      try {
        globalThis[kind].setItem(key, value);
      } catch {
        // Forbidden or full: the value is lost when the page is closed.
      }
    },
    remove(key: string): void {
      try {
        globalThis[kind].removeItem(key);
      } catch {
        // Nothing was stored.
      }
    },
  };
}

/** Stored for this site across tabs and visits. */
export const browserStorage = guarded("localStorage");
/** Stored for this tab. */
export const tabStorage = guarded("sessionStorage");
