type Kind = "localStorage" | "sessionStorage";

/**
 * What a browser keeps for this page. A browser may forbid it, so that the mere mention throws: then nothing is
 * found and nothing is kept, and no caller has to think of it.
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
        // Forbidden or full: what was to be kept is forgotten when the page is left.
      }
    },
    remove(key: string): void {
      try {
        globalThis[kind].removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** Kept for this site in this browser, over tabs and visits. */
export const browserStorage = guarded("localStorage");
/** Kept for this tab. */
export const tabStorage = guarded("sessionStorage");
