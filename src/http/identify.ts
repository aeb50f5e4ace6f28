import type { MiddlewareHandler } from "hono";
import type { Deps } from "../deps.ts";
import { callerAddress } from "./address.ts";
import type { HttpEnv } from "./http-env.ts";

/** Finds out who calls, and makes the context every call below is given. */
export function identify(deps: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const sessionToken = deps.sessions.tokenIn(c.req.header("cookie") ?? "");
    const cookies: string[] = [];
    c.set("context", {
      deps,
      requestId: c.var.requestId,
      actor: sessionToken === null ? null : await deps.sessions.actorOf(sessionToken),
      address: callerAddress(c.env.address, c.req.header("x-forwarded-for"), deps.config.trustProxy),
      sessionToken,
      setCookie: (line) => cookies.push(line),
    });
    await next();
    for (const line of cookies) c.header("Set-Cookie", line, { append: true });
  };
}
