import type { MiddlewareHandler } from "hono";
import { AppError } from "../../errors.ts";
import type { Context } from "./context.ts";
import type { HttpEnv } from "./http-env.ts";

/**
 * Our page says whom it shows itself to: the username, percent-encoded. All tabs of a browser share one cookie, so
 * that a page loaded as one person would else act as whoever signed in last. Programs need not send it.
 */
export const accountHeader = "x-account";

/** Throws `account_changed` when somebody is signed in, but not the one the caller takes itself to be. */
export function requireClaimedAccount({
  actor,
  claimedAccount,
}: Pick<Context, "actor" | "claimedAccount">): void {
  if (actor === null || claimedAccount === null) return;
  if (encodeURIComponent(actor.username) === claimedAccount) return;
  throw new AppError(
    "account_changed",
    "account-changed",
    "Another account has been signed in in this browser. Please load the page again.",
  );
}

/** The same for the routes that are no procedures. */
export const refuseOtherAccounts: MiddlewareHandler<HttpEnv> = async (c, next) => {
  requireClaimedAccount(c.var.context);
  await next();
};
