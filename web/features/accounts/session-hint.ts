import type { QueryClient } from "@tanstack/react-query";
import { browserStorage } from "../../environment/storage.ts";
import { getQueryKey, trpc } from "../../lib/trpc.ts";

const key = "signed-in";
const accountKey = "had-account";

/** Whether a user was signed in at the last visit: a guess that saves a round trip and grants no access. */
export const wasSignedIn = (): boolean => browserStorage.read(key) === "yes";

/** Whether anyone has ever signed in from this browser, so that the page shows the login first. */
export const hadAccount = (): boolean => browserStorage.read(accountKey) === "yes";

/** Stores for the next visit whether a user is signed in, each time the server reports it. */
export function rememberSession(cache: QueryClient): void {
  const current = JSON.stringify(getQueryKey(trpc.accounts.me, undefined, "query"));
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || JSON.stringify(query.queryKey) !== current) return;
    if (query.state.status === "success") {
      browserStorage.write(key, "yes");
      browserStorage.write(accountKey, "yes");
    }
    if (query.state.status === "error") browserStorage.remove(key);
  });
}
