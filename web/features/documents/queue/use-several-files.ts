import { useState } from "react";
import { notify } from "../../../lib/notify.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import type { DocumentView } from "../document.ts";
import type { QueueCard } from "./queue-card.tsx";

const text = documentsMessages.upload;

/**
 * Files that were chosen together, batch by batch, and the list that shows them. Its code is loaded with the first
 * batch: most people have one document.
 */
export function useSeveralFiles() {
  const [batches, setBatches] = useState<File[][]>([]);
  const [resumed, setResumed] = useState<DocumentView[]>([]);
  const [deleted, setDeleted] = useState<string[]>([]);
  const [listed, setListed] = useState<string[]>([]);
  const [List, setList] = useState<typeof QueueCard>();

  function add(files: File[]): void {
    setBatches((all) => [...all, files]);
    if (!List) void load();
  }

  function resume(documents: DocumentView[]): void {
    setResumed(documents);
    if (!List) void load();
  }

  async function load(): Promise<void> {
    try {
      const { QueueCard } = await import("./queue-card.tsx");
      setList(() => QueueCard);
    } catch {
      clear();
      notify({ kind: "error", title: text.failed, description: text.failedText });
    }
  }

  function clear(): void {
    setBatches([]);
    setResumed([]);
    setDeleted([]);
    setListed([]);
  }

  return {
    batches,
    /** IDs of documents that were deleted since. */
    deleted,
    /** IDs of the documents in the list that are not stamped yet. */
    listed,
    setListed,
    add,
    /** Documents that were uploaded before, to be stamped now. */
    resumed,
    resume,
    clear,
    forget: (id: string) => setDeleted((ids) => [...ids, id]),
    isOpen: batches.length > 0 || resumed.length > 0,
    List: batches.length > 0 || resumed.length > 0 ? List : undefined,
  };
}
