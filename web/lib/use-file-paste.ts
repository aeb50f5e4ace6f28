import { useEffect } from "react";

/**
 * Takes files pasted anywhere on the page, e.g. a picture of the screen. What is pasted into a field of text goes
 * there: spreadsheets put a picture beside the text of their cells.
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
