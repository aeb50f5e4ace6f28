import type { QueryClient } from "@tanstack/react-query";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { notify, notifyAfterReload } from "../../lib/notify.ts";
import type { ServerError } from "../../lib/server-errors.ts";
import { getQueryKey, trpc } from "../../lib/trpc.ts";
import { accountsMessages as text } from "../../texts/accounts.ts";

const currentUserKey = () => getQueryKey(trpc.accounts.me, undefined, "query");

/**
 * The header that tells the server which account the page shows: all tabs share one cookie, and the server refuses
 * calls made for one account with the session of another (src/server/http/account-guard.ts). Kept after the session
 * ends, since the loaded data is still that account's. Empty while no one is signed in.
 */
export function accountHeaders(cache: QueryClient): Record<string, string> {
  const account = readAccountName(cache);
  return account === null ? {} : { "x-account": encodeURIComponent(account) };
}

/** The account that the page shows: the person, and the office that they act for. Null while no one is signed in. */
export function readAccountName(cache: QueryClient): string | null {
  const user = cache.getQueryData<CurrentUser>(currentUserKey());
  return user ? accountName(user) : null;
}

/** The person whom the page shows, whatever office they act for. Null while no one is signed in. */
export function readUsername(cache: QueryClient): string | null {
  return cache.getQueryData<CurrentUser>(currentUserKey())?.username ?? null;
}

/** The person, and the office that they act for. */
export function accountName({ username, office }: CurrentUser): string {
  return office ? `${username}/${office.id}` : username;
}

/** Fetches the session again, e.g. after a message from another tab. */
export function recheckAccount(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: currentUserKey() });
}

let isSwitching = false;

/**
 * Whether this page is about to be left for another account: until then, calls for the account that it shows are
 * refused, which is no reason to reload it.
 */
export function setSwitching(value: boolean): void {
  isSwitching = value;
}

/**
 * Handles a refused call that says something about the session. If another account is signed in by now, the page
 * reloads for that account. If no one is, a signed-in page reports that and fetches the session again, which leads
 * to the login.
 */
export function handleAuthError(serverError: ServerError, cache: QueryClient): void {
  if (serverError.accountChanged && !isSwitching) reloadForOtherAccount();
  if (serverError.status !== 401) return;
  const current = cache.getQueryState(currentUserKey());
  if (current?.status !== "success" || current.fetchStatus === "fetching") return;
  notify({ kind: "info", title: text.sessionEnded, description: text.sessionEndedHint });
  recheckAccount(cache);
}

/** Reloads the page for the account that is signed in by now, and says so. */
export function reloadForOtherAccount(): void {
  notifyAfterReload({ kind: "info", title: text.otherAccount, description: text.otherAccountHint });
  location.reload();
}
