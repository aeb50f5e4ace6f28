import { trpc } from "../../../lib/trpc.ts";
import { newestDocuments } from "./newest-documents.ts";

export const everyMs = 10_000;

/** The user's newest documents, newest first, kept up to date by polling. */
export function useDocuments() {
  return trpc.documents.list.useQuery(newestDocuments, {
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
  });
}
