import type { QueryClient } from "@tanstack/react-query";
import { getUntypedClient } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import { wasSignedIn } from "./features/accounts/session-hint.ts";
import { newestDocuments } from "./features/documents/history/newest-documents.ts";
import { firstTickets } from "./features/support/first-tickets.ts";
import { isConfirmed } from "./lib/server-settings.ts";
import { type createTrpcClient, trpc } from "./lib/trpc.ts";

type Client = ReturnType<typeof createTrpcClient>;
type QueryKey = ReturnType<typeof getQueryKey>;

/** What a page of somebody who is signed in asks for, by its path: keys of queries. */
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
    getQueryKey(trpc.referrals.stats, undefined, "query"),
  ],
  "/my-tickets": () => [firstTickets()],
};

/**
 * Asks, before anything is drawn, who is signed in and at the same time for the data of the page at `path`: so no page
 * waits for one answer to ask for the next. They are two requests, so that data that is slow or fails holds up nobody's
 * page. A guess that somebody is signed in, when wrong, costs a refused call.
 */
export function askForFirstData(cache: QueryClient, client: Client, path: string): void {
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
  // Calls of one turn of the event loop travel together (lib/trpc.ts).
  setTimeout(() => dataOf(path).forEach(ask));
}

function dataOf(path: string): QueryKey[] {
  const record = recordOf(path);
  if (record) return [record];
  return wasSignedIn() ? (dataOfPages[path]?.() ?? []) : [];
}

function recordOf(path: string): QueryKey | undefined {
  const serialNumber = /^\/verify\/([^/]+)$/.exec(path)?.[1];
  if (serialNumber === undefined) return undefined;
  return getQueryKey(trpc.verification.verify, { serialNumber }, "query");
}

/** The record that the page was rendered from came with it (src/server/http/page-settings.ts). */
function takeDrawnRecord(cache: QueryClient, path: string): void {
  const record = recordOf(path);
  const text = document.getElementById("record")?.textContent;
  if (record && text) cache.setQueryData(record, JSON.parse(text));
}
