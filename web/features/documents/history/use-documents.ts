import { trpc } from "../../../lib/trpc.ts";

export const mostShown = 10;
export const everyMs = 10_000;

/** The user's newest documents, newest first, kept fresh by asking again; one more than is shown tells of older ones. */
export function useDocuments() {
  return trpc.documents.list.useQuery(
    { limit: mostShown + 1 },
    { refetchInterval: everyMs, refetchIntervalInBackground: true },
  );
}
