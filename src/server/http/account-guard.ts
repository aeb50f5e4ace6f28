import type { MiddlewareHandler } from "hono";
import { AppError } from "../../errors.ts";
import type { Context } from "./context.ts";
import type { HttpEnv } from "./http-env.ts";

/**
 * The account that our page is showing: its username, and the ID of the office after a slash if it acts for one,
 * percent-encoded. All tabs of a browser share one cookie, so
 * without this header a page loaded for one account would act as whichever account signed in last. Programs need not
 * send it.
 */
export const accountHeader = "x-account";

/** Throws `account_changed` if a different account is signed in than the one the caller names. */
export function requireClaimedAccount({
  actor,
  claimedAccount,
}: Pick<Context, "actor" | "claimedAccount">): void {
  if (actor === null || claimedAccount === null) return;
  const { username, office } = actor;
  if (encodeURIComponent(office ? `${username}/${office.id}` : username) === claimedAccount) return;
  throw new AppError(
    "account_changed",
    "account-changed",
    "Someone has signed in to another account in this browser, or switched to another office. Please reload the page.",
  );
}

/** The same for routes that are not procedures. */
export const refuseOtherAccounts: MiddlewareHandler<HttpEnv> = async (c, next) => {
  requireClaimedAccount(c.var.context);
  await next();
};
