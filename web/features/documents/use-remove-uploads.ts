import { maxChosen } from "../../../src/features/documents/documents.schema.ts";
import { inBatches } from "../../lib/batches.ts";
import { trpc } from "../../lib/trpc.ts";

/** Deletes uploads that something else replaces, unless they were started in the meantime. */
export function useRemoveUploads(): (ids: readonly string[]) => Promise<void> {
  const calls = trpc.useUtils();
  const removeDocuments = trpc.documents.removeSeveral.useMutation();
  return async (replaced) => {
    for (const ids of inBatches(replaced, maxChosen))
      await removeDocuments.mutateAsync({ ids, onlyIfStatus: "uploaded" });
    if (replaced.length > 0) void calls.documents.invalidate();
  };
}
