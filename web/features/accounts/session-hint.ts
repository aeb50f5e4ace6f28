import type { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { browserStorage } from "../../lib/storage.ts";
import { trpc } from "../../lib/trpc.ts";

const key = "signed-in";

/** Whether somebody was signed in when this site was last used here: a guess that saves a round trip, never a right. */
export const wasSignedIn = (): boolean => browserStorage.read(key) === "yes";

/** Notes for the next visit whether somebody is signed in, each time the server says so. */
export function rememberSession(cache: QueryClient): void {
  const current = JSON.stringify(getQueryKey(trpc.accounts.me, undefined, "query"));
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || JSON.stringify(query.queryKey) !== current) return;
    if (query.state.status === "success") browserStorage.write(key, "yes");
    if (query.state.status === "error") browserStorage.remove(key);
  });
}
