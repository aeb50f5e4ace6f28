import { trpc } from "../../../lib/trpc.ts";
import { usePageVisible } from "../../../lib/use-page-visible.ts";

export const mostShown = 10;
export const everyMs = { visible: 10_000, hidden: 60_000 };

/** The user's newest documents, newest first, kept fresh by asking again. */
export function useDocuments() {
  const visible = usePageVisible();
  return trpc.documents.list.useQuery(
    { limit: mostShown },
    {
      refetchInterval: visible ? everyMs.visible : everyMs.hidden,
      refetchIntervalInBackground: true,
    },
  );
}
