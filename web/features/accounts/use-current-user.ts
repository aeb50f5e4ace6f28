import { faultOf } from "../../lib/faults.ts";
import { trpc } from "../../lib/trpc.ts";

/** Who is signed in: a user, `visitor` for nobody, or why that is not known. */
export function useCurrentUser() {
  const { data, error, isPending, refetch } = trpc.accounts.me.useQuery();
  if (data && error === null) return { state: "user", user: data } as const;
  if (isPending) return { state: "loading" } as const;
  if (faultOf(error).status === 401) return { state: "visitor" } as const;
  return data ? ({ state: "user", user: data } as const) : ({ state: "unknown", retry: refetch } as const);
}
