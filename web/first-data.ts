import type { QueryClient } from "@tanstack/react-query";
import { getUntypedClient } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import { wasSignedIn } from "./features/accounts/session-hint.ts";
import { newestDocuments } from "./features/documents/history/newest-documents.ts";
import { type createTrpcClient, trpc } from "./lib/trpc.ts";

type Client = ReturnType<typeof createTrpcClient>;

/** What a page of somebody who is signed in asks for, by its path: keys of queries. */
const dataOfPages: Record<string, () => ReturnType<typeof getQueryKey>[]> = {
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
  "/my-tickets": () => [getQueryKey(trpc.support.list, undefined, "query")],
};

/**
 * Asks in one request, before anything is drawn, who is signed in and for the data of the page at `path`: so no page
 * waits for one answer to ask for the next. A guess that somebody is signed in, when wrong, costs a refused call.
 */
export function askForFirstData(cache: QueryClient, client: Client, path: string): void {
  const serialNumber = /^\/verify\/([^/]+)$/.exec(path)?.[1];
  const queryKeys = [
    getQueryKey(trpc.accounts.me, undefined, "query"),
    ...(wasSignedIn() ? (dataOfPages[path]?.() ?? []) : []),
    ...(serialNumber ? [getQueryKey(trpc.verification.verify, { serialNumber }, "query")] : []),
  ];
  for (const queryKey of queryKeys) {
    const [procedure, details] = queryKey;
    void cache.prefetchQuery({
      queryKey,
      queryFn: ({ signal }) =>
        getUntypedClient(client).query(procedure.join("."), details?.input, { signal }),
    });
  }
}
