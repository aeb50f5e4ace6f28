import { faultOf } from "../../lib/server-errors.ts";
import { isVisitor } from "../../lib/server-settings.ts";
import { trpc } from "../../lib/trpc.ts";

/**
 * Who is signed in: a user, `visitor` for nobody, or why that is not known. While nothing has been answered yet, it is
 * what the page itself was told. That nobody is may be known before anything asks here: it is not asked again.
 */
export function useCurrentUser() {
  const { data, error, isPending, refetch } = trpc.accounts.me.useQuery(undefined, { retryOnMount: false });
  if (data && error === null) return { state: "user", user: data } as const;
  if (isPending) return { state: isVisitor ? "visitor" : "loading" } as const;
  if (faultOf(error).status === 401) return { state: "visitor" } as const;
  return data ? ({ state: "user", user: data } as const) : ({ state: "unknown", retry: refetch } as const);
}
