import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { actorOfAccessToken } from "../../features/accounts/access-tokens.service.ts";
import type { Actor } from "../../features/accounts/accounts.ts";
import { readDeviceToken } from "../../features/accounts/known-devices.service.ts";
import { readProviderToken } from "../../features/accounts/providers/provider-browser.ts";
import { lacksSecondFactor } from "../../features/accounts/second-step.service.ts";
import type { Deps } from "../../features/deps.ts";
import { accountHeader, requireSameAccount } from "./account-guard.ts";
import { getCallerAddress } from "./address.ts";
import type { Context } from "./context.ts";
import type { HttpEnv } from "./http-env.ts";

type Credentials = Pick<Context, "accessToken" | "sessionToken">;

/**
 * Authenticates the caller and creates the context for every call. A request with an access token uses only that token:
 * its cookies are ignored, and an invalid token is refused for every route.
 */
export function identify(deps: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const accessToken = bearerTokenIn(c.req.header("authorization"));
    const cookieHeader = accessToken === null ? (c.req.header("cookie") ?? "") : "";
    const sessionToken = deps.sessions.tokenIn(cookieHeader);
    const cookies: string[] = [];
    const actor = await findCaller(deps, { accessToken, sessionToken });
    c.set("context", {
      deps,
      requestId: c.var.requestId,
      actor,
      actorBeforeBody: actor,
      address: getCallerAddress(c, deps.config),
      accessToken,
      sessionToken,
      deviceToken: readDeviceToken(deps, cookieHeader),
      providerToken: readProviderToken(deps, cookieHeader),
      userAgent: c.req.header("user-agent") ?? null,
      claimedAccount: c.req.header(accountHeader) ?? null,
      setCookie: (line) => cookies.push(line),
    });
    await next();
    for (const line of cookies) c.header("Set-Cookie", line, { append: true });
  };
}

/**
 * The context of a call whose body has been read. A body may arrive slowly, so permissions are checked again once it is
 * complete. Bodies that are complete at the same moment are worked off in turns. Throws `account_changed` if the caller
 * now acts for another account.
 */
export async function identifyAgain(c: HonoContext<HttpEnv>): Promise<Context> {
  const context = await contextAfterBody(c);
  requireSameAccount(context);
  return context;
}

/** The same for callers that refuse another account themselves, in their own form. */
export async function contextAfterBody(c: HonoContext<HttpEnv>): Promise<Context> {
  const { context } = c.var;
  if (c.req.method === "GET") return context;
  await c.var.nextTurn();
  return { ...context, actor: await findCaller(context.deps, context) };
}

/**
 * The token in an Authorization header (RFC 6750, 2.1), or null. Other schemes are left to proxies: a browser sends
 * such a password automatically, so it does not prove the request's origin.
 */
export function bearerTokenIn(authorization: string | undefined): string | null {
  const found = /^bearer(?: +(.*))?$/i.exec(authorization ?? "");
  return found === null ? null : (found[1] ?? "").trim();
}

/** Who the caller is now; null for a session that has ended. Throws `unauthenticated` for a token that was revoked. */
export async function findCaller(
  deps: Pick<Deps, "config" | "db" | "now" | "sessions" | "bestEffort">,
  { accessToken, sessionToken }: Credentials,
): Promise<Actor | null> {
  if (accessToken !== null) return actorOfAccessToken(deps, accessToken);
  const actor = sessionToken === null ? null : await deps.sessions.actorOf(sessionToken);
  return actor && { ...actor, needsSecondFactor: await lacksSecondFactor(deps, actor) };
}
