import { isVisitor } from "../../environment/server-settings.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";

/**
 * The signed-in user, `visitor` if there is none, or the error. Until the server answers, it is the user that the
 * server wrote into the page. If the page knows that no one is signed in, it sends no request.
 */
export function useCurrentUser() {
  const { data, error, isPending, refetch } = trpc.accounts.me.useQuery(undefined, { retryOnMount: false });
  if (data && error === null) return { state: "user", user: data } as const;
  if (isPending) return { state: isVisitor ? "visitor" : "loading" } as const;
  if (parseServerError(error).status === 401) return { state: "visitor" } as const;
  return data ? ({ state: "user", user: data } as const) : ({ state: "unknown", retry: refetch } as const);
}
