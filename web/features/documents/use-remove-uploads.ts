import { trpc } from "../../lib/trpc.ts";

/** As many as one call returns or deletes. */
const atOnce = 100;

/** Deletes uploads that something else replaces, unless they were stamped in the meantime. */
export function useRemoveUploads(): (ids: readonly string[]) => Promise<void> {
  const calls = trpc.useUtils();
  const removeDocuments = trpc.documents.removeSeveral.useMutation();
  return async (replaced) => {
    if (replaced.length === 0) return;
    const uploaded = await calls.documents.find.fetch(
      { status: "uploaded", limit: atOnce },
      { staleTime: 0 },
    );
    const ids = uploaded.documents.flatMap(({ id }) => (replaced.includes(id) ? [id] : []));
    if (ids.length > 0) await removeDocuments.mutateAsync({ ids });
    void calls.documents.invalidate();
  };
}
