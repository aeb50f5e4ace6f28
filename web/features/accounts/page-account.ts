import type { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { notify, notifyAfterReload } from "../../lib/notify.ts";
import type { Fault } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { accountsMessages as text } from "./messages.ts";

const currentUserKey = () => getQueryKey(trpc.accounts.me, undefined, "query");

/**
 * Whose page this is, for the server: all tabs share one cookie, and a call that goes out for one account and would
 * act for another is refused (src/server/http/account-guard.ts). Kept when the session ends, since what was loaded is
 * still that person's. Empty while the page is nobody's.
 */
export function accountHeaders(cache: QueryClient): Record<string, string> {
  const user = cache.getQueryData<CurrentUser>(currentUserKey());
  return user ? { "x-account": encodeURIComponent(user.username) } : {};
}

/** Asks anew who is signed in, e.g. because another tab says that this has changed. */
export function recheckAccount(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: currentUserKey() });
}

/**
 * What a refused call says about the session. When another account is signed in by now the page is loaded anew, as
 * that account's. When nobody is, a page of a user says so and asks anew who it is, which leads to the login.
 */
export function handleAuthError(fault: Fault, cache: QueryClient): void {
  if (fault.accountChanged) {
    notifyAfterReload({ kind: "info", title: text.otherAccount, description: text.otherAccountHint });
    location.reload();
  }
  if (fault.status !== 401) return;
  const current = cache.getQueryState(currentUserKey());
  if (current?.status !== "success" || current.fetchStatus === "fetching") return;
  notify({ kind: "info", title: text.sessionEnded, description: text.sessionEndedHint });
  recheckAccount(cache);
}
