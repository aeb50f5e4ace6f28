import type { QueryClient } from "@tanstack/react-query";
import { getUntypedClient } from "@trpc/client";
import { isConfirmed, signupOpen } from "./environment/server-settings.ts";
import { wasSignedIn } from "./features/accounts/session-hint.ts";
import { newestDocuments } from "./features/documents/history/newest-documents.ts";
import { findLegalTextKey } from "./features/legal-texts/legal-text-key.ts";
import { firstTickets } from "./features/support/first-tickets.ts";
import { serialInPath } from "./lib/serial-in-path.ts";
import { type createTrpcClient, getQueryKey, trpc } from "./lib/trpc.ts";
import { spokenLanguage } from "./texts/translation.ts";

type Client = ReturnType<typeof createTrpcClient>;
type QueryKey = ReturnType<typeof getQueryKey>;

/** The query keys that a signed-in user's page needs first, by its path. */
const dataOfPages: Record<string, () => QueryKey[]> = {
  "/": () => [
    getQueryKey(trpc.documents.list, newestDocuments, "query"),
    getQueryKey(trpc.documents.accepted, undefined, "query"),
    getQueryKey(trpc.billing.plans, undefined, "query"),
    getQueryKey(trpc.billing.status, undefined, "query"),
  ],
  "/subscription": () => [
    getQueryKey(trpc.billing.plans, undefined, "query"),
    getQueryKey(trpc.billing.status, undefined, "query"),
    ...(signupOpen ? [getQueryKey(trpc.referrals.stats, undefined, "query")] : []),
  ],
  "/my-tickets": () => [firstTickets()],
};

/**
 * Requests the session and the data of the page at `path` at the same time, before anything is rendered, so that no
 * page waits for one response before it sends the next request. They are two requests, so that slow or failed data
 * delays no page. If it turns out that no one is signed in, this costs a refused call.
 */
export function requestFirstData(cache: QueryClient, client: Client, path: string): void {
  if (isConfirmed) takeDrawnRecord(cache, path);
  const ask = (queryKey: QueryKey) => {
    const [procedure, details] = queryKey;
    void cache.prefetchQuery({
      queryKey,
      queryFn: ({ signal }) =>
        getUntypedClient(client).query(procedure.join("."), details?.input, { signal }),
    });
  };
  ask(getQueryKey(trpc.accounts.me, undefined, "query"));
  // Calls in the same turn of the event loop are batched (lib/trpc.ts).
  setTimeout(() => listQueries(path).forEach(ask));
}

function listQueries(path: string): QueryKey[] {
  const record = findRecordQuery(path);
  if (record) return [record];
  return wasSignedIn() ? (dataOfPages[path]?.() ?? []) : [];
}

function findRecordQuery(path: string): QueryKey | undefined {
  const legalText = findLegalTextKey(path, spokenLanguage().language);
  if (legalText) return legalText;
  const serialNumber = serialInPath(path);
  if (serialNumber === null) return undefined;
  return getQueryKey(trpc.verification.verify, { serialNumber }, "query");
}

/** Fills the cache with the record or the text that the page was rendered with (src/server/http/page-settings.ts). */
function takeDrawnRecord(cache: QueryClient, path: string): void {
  const record = findRecordQuery(path);
  const text = document.getElementById("record")?.textContent;
  if (record && text) cache.setQueryData(record, JSON.parse(text));
}
