import type { MiddlewareHandler } from "hono";
import type { Log } from "../log.ts";
import type { HttpEnv } from "./http-env.ts";

/** Names every request, and logs one line for each: no query string, no header, no body, so no secret. */
export function nameAndLog(log: Log): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = crypto.randomUUID();
    c.set("requestId", requestId);
    await next();
    c.header("X-Request-Id", requestId);
    const line = {
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    };
    if (c.req.path === "/api/health") log.debug(line, "request");
    else log.info(line, "request");
  };
}
