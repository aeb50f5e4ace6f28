import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { parseServerError, type ServerError } from "./server-errors.ts";

/**
 * Data never becomes stale by itself and no call is retried silently: live data is polled explicitly. `handleError` is
 * called for every failed call, in addition to its caller.
 */
export function createQueryClient(
  handleError: (serverError: ServerError, client: QueryClient) => void,
): QueryClient {
  const onError = (error: unknown) => handleError(parseServerError(error), client);
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
