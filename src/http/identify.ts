import type { Context as HonoContext, MiddlewareHandler } from "hono";
import type { Deps } from "../deps.ts";
import { addressOf } from "./address.ts";
import { accountHeader } from "./claimed-account.ts";
import type { HttpEnv } from "./http-env.ts";
import type { Context } from "./trpc.ts";

/** Finds out who calls, and makes the context every call below is given. */
export function identify(deps: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const sessionToken = deps.sessions.tokenIn(c.req.header("cookie") ?? "");
    const cookies: string[] = [];
    c.set("context", {
      deps,
      requestId: c.var.requestId,
      actor: sessionToken === null ? null : await deps.sessions.actorOf(sessionToken),
      address: addressOf(c, deps.config),
      sessionToken,
      claimedAccount: c.req.header(accountHeader) ?? null,
      setCookie: (line) => cookies.push(line),
    });
    await next();
    for (const line of cookies) c.header("Set-Cookie", line, { append: true });
  };
}

/**
 * The context of a call whose body was read. A body may come slowly, and what its sender may do is decided when it
 * is there.
 */
export async function identifyAgain(c: HonoContext<HttpEnv>): Promise<Context> {
  const { context } = c.var;
  if (c.req.method === "GET" || context.sessionToken === null) return context;
  return { ...context, actor: await context.deps.sessions.actorOf(context.sessionToken) };
}
