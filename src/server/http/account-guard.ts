import type { MiddlewareHandler } from "hono";
import { AppError } from "../../errors.ts";
import type { Context } from "./context.ts";
import type { HttpEnv } from "./http-env.ts";

/**
 * The account that our page is showing: its username, and the ID of the office after a slash if it acts for one,
 * percent-encoded. All tabs of a browser share one cookie, so without this header a page loaded for one account would
 * act as whichever account signed in last. Programs need not send it.
 */
export const accountHeader = "x-account";

/**
 * Throws `account_changed` if the caller acts for a different account than the one they name, or than before the body
 * arrived: someone switched to another office in another tab, or was removed from this one. Otherwise, what was meant
 * for one account would be stored in another.
 */
export function requireSameAccount({
  actor,
  actorBeforeBody,
  claimedAccount,
}: Pick<Context, "actor" | "actorBeforeBody" | "claimedAccount">): void {
  if (actor === null) return;
  const { id, username, office } = actor;
  const isSame =
    actorBeforeBody === null || (actorBeforeBody.id === id && actorBeforeBody.office?.id === office?.id);
  const name = encodeURIComponent(office ? `${username}/${office.id}` : username);
  if (isSame && (claimedAccount === null || claimedAccount === name)) return;
  throw new AppError(
    "account_changed",
    "account-changed",
    "Someone has signed in to another account in this browser, or switched to another office. Please reload the page.",
  );
}

/** The same for routes that are not procedures. */
export const refuseOtherAccounts: MiddlewareHandler<HttpEnv> = async (c, next) => {
  requireSameAccount(c.var.context);
  await next();
};
