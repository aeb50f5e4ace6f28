import { useEffect, useEffectEvent } from "react";
import { trpc } from "../../lib/trpc.ts";
import { takeReplaced } from "./handed-over.ts";

/** As many as one call returns or deletes. */
const atOnce = 100;

/**
 * Deletes the uploads that an attested collection replaces, unless they were stamped in the meantime. Until it is
 * attested, they stay.
 */
export function useRemoveReplaced(id: string, isAttested: boolean): void {
  const calls = trpc.useUtils();
  const removeDocuments = trpc.documents.removeSeveral.useMutation();
  const remove = useEffectEvent(async () => {
    const replaced = new Set(takeReplaced(id));
    if (replaced.size === 0) return;
    const uploaded = await calls.documents.find.fetch(
      { status: "uploaded", limit: atOnce },
      { staleTime: 0 },
    );
    const ids = uploaded.documents.flatMap((document) => (replaced.has(document.id) ? [document.id] : []));
    if (ids.length > 0) await removeDocuments.mutateAsync({ ids });
    void calls.documents.invalidate();
  });
  useEffect(() => {
    // If this fails, they are deleted with their originals.
    if (isAttested) void remove().catch(() => undefined);
  }, [isAttested]);
}
