import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { faultOf } from "./faults.ts";

/**
 * Data is never stale by itself and nothing is tried twice in silence: what is live says so by polling.
 * `onSignedOut` runs when a call finds that the session has ended.
 */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const onError = (error: unknown) => {
    if (faultOf(error).status === 401) onSignedOut(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
  return client;
}
