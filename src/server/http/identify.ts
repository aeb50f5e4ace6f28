import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { actorOfAccessToken } from "../../features/accounts/access-tokens.service.ts";
import type { Actor } from "../../features/accounts/accounts.ts";
import { readDeviceToken } from "../../features/accounts/known-devices.service.ts";
import type { Deps } from "../../features/deps.ts";
import { accountHeader } from "./account-guard.ts";
import { addressOf } from "./address.ts";
import type { Context } from "./context.ts";
import type { HttpEnv } from "./http-env.ts";

type Credentials = Pick<Context, "accessToken" | "sessionToken">;

/**
 * Finds out who calls, and makes the context every call below is given. A request that brings an access token is that
 * token's alone: its cookies are not looked at, and where the token is not good it is refused, whatever it asks for.
 */
export function identify(deps: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const accessToken = bearerTokenIn(c.req.header("authorization"));
    const cookieHeader = accessToken === null ? (c.req.header("cookie") ?? "") : "";
    const sessionToken = deps.sessions.tokenIn(cookieHeader);
    const cookies: string[] = [];
    c.set("context", {
      deps,
      requestId: c.var.requestId,
      actor: await actorOf(deps, { accessToken, sessionToken }),
      address: addressOf(c, deps.config),
      accessToken,
      sessionToken,
      deviceToken: readDeviceToken(deps, cookieHeader),
      claimedAccount: c.req.header(accountHeader) ?? null,
      setCookie: (line) => cookies.push(line),
    });
    await next();
    for (const line of cookies) c.header("Set-Cookie", line, { append: true });
  };
}

/**
 * The context of a call whose body was read. A body may come slowly, and what its sender may do is decided when it
 * is there, and when something can be written.
 */
export async function identifyAgain(c: HonoContext<HttpEnv>): Promise<Context> {
  const { context } = c.var;
  if (c.req.method === "GET") return context;
  await context.deps.writeLock.untilFree();
  return { ...context, actor: await actorOf(context.deps, context) };
}

/**
 * The token of an Authorization header (RFC 6750, 2.1), or null. Other schemes are left to the proxies they are for:
 * a browser sends such a password by itself, so that it must not stand for an origin.
 */
export function bearerTokenIn(authorization: string | undefined): string | null {
  const found = /^bearer(?: +(.*))?$/i.exec(authorization ?? "");
  return found === null ? null : (found[1] ?? "").trim();
}

async function actorOf(
  deps: Pick<Deps, "db" | "now" | "sessions" | "bestEffort">,
  { accessToken, sessionToken }: Credentials,
): Promise<Actor | null> {
  if (accessToken !== null) return actorOfAccessToken(deps, accessToken);
  return sessionToken === null ? null : deps.sessions.actorOf(sessionToken);
}
