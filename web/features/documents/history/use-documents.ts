import { trpc } from "../../../lib/trpc.ts";
import { usePageVisible } from "../../../lib/use-page-visible.ts";

const everyMs = { visible: 10_000, hidden: 60_000 };

/** The user's documents, newest first, kept fresh by asking again. */
export function useDocuments() {
  const visible = usePageVisible();
  return trpc.documents.list.useQuery(undefined, {
    refetchInterval: visible ? everyMs.visible : everyMs.hidden,
    refetchIntervalInBackground: true,
  });
}
