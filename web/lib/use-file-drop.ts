import { type RefObject, useEffect, useState } from "react";

/** `folder`: whether folders were dropped. They are not in `files`; `entries` contains both folders and files. */
type Drop = { files: File[]; folder: boolean; entries: FileSystemEntry[] };

/**
 * Accepts files dropped on the zone. A file dropped anywhere else is ignored; otherwise the browser would leave the
 * page to show it. Returns whether files are dragged over the zone.
 */
export function useFileDrop(zone: RefObject<HTMLElement | null>, onDrop: (drop: Drop) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const inZone = (event: DragEvent) => event.target instanceof Node && zone.current?.contains(event.target);
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

    const drag = (event: DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      const here = inZone(event) === true;
      event.dataTransfer.dropEffect = here ? "copy" : "none";
      setOver(here);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (inZone(event)) onDrop(readDrop(event.dataTransfer));
    };

    window.addEventListener("dragover", drag);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", drag);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [zone, onDrop]);
  return over;
}

function readDrop(transfer: DataTransfer): Drop {
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const files = items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
  // This must happen now: after this event, the browser forgets what was dropped.
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  return { files, folder: items.some(isFolder), entries };
}

function isFolder(item: DataTransferItem): boolean {
  return item.webkitGetAsEntry()?.isDirectory ?? false;
}
