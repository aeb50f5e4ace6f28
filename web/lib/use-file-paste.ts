import { useEffect } from "react";

/**
 * Accepts files pasted anywhere on the page, e.g. a screenshot. A paste into a text field is left alone: spreadsheets
 * add a picture to the text of their cells.
 */
export function useFilePaste(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextField(event.target)) return;
      event.preventDefault();
      onFiles(files);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [onFiles]);
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("textarea, input:not([type=checkbox])");
}
