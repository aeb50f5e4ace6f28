import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { type Fault, faultOf } from "./server-errors.ts";

/**
 * Data is never stale by itself and nothing is tried twice in silence: what is live says so by polling.
 * `onFault` is told of every call that fails, beside the one who made it.
 */
export function createQueryClient(onFault: (fault: Fault, client: QueryClient) => void): QueryClient {
  const onError = (error: unknown) => onFault(faultOf(error), client);
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
