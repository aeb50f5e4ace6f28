import type { MiddlewareHandler } from "hono";
import type { Log } from "../log.ts";
import type { BuiltPage } from "./built-page.ts";
import type { HttpEnv } from "./http-env.ts";

/**
 * Names every request, and logs one line for each: no query string, no header, no body, so no secret. The files of
 * the page, of which every visit asks for many, and the look whether the server lives are logged for debugging only.
 */
export function nameAndLog(log: Log, page: BuiltPage): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = crypto.randomUUID();
    c.set("requestId", requestId);
    await next();
    c.res.headers.set("X-Request-Id", requestId);
    const line = {
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    };
    if (c.req.path === "/api/health" || page.has(c.req.path)) log.debug(line, "request");
    else log.info(line, "request");
  };
}
