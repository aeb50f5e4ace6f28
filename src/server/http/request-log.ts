import type { Context, MiddlewareHandler, Next } from "hono";
import { routePath } from "hono/route";
import { forRequest, type Logger } from "../../platform/logger.ts";
import type { Measures } from "../../platform/metrics/measures.ts";
import { inSpan } from "../../platform/tracing/spans.ts";
import type { BuiltPage } from "./built-page.ts";
import type { HttpEnv } from "./http-env.ts";
import { knownMethods } from "./methods.ts";

/**
 * Earlier links to a shared project have their token in the path. Addresses that were altered, as /Share/…, may have
 * one as well: a token is 43 characters of base64url.
 */
export const withoutToken = (path: string) =>
  path.startsWith("/share/") ? "/share/…" : path.replace(/[\w-]{40,}/g, "…");

/**
 * Gives every request an ID, measures it, and logs one line for it: no query string, no header, no body, so no secret.
 * All its other log lines have the same ID. Files of the page, health checks and successful lookups of serial numbers
 * are logged only at level `debug`.
 */
export function logRequest(log: Logger, measures: Measures, page: BuiltPage): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = crypto.randomUUID();
    c.set("requestId", requestId);
    await forRequest(requestId, () => inSpanOfRequest(c, next));
    c.res.headers.set("X-Request-Id", requestId);
    const ms = performance.now() - started;
    const { method } = c.req;
    const path = withoutToken(c.req.path);
    const { status } = c.res;
    const line = { requestId, method, path, status, ms: Math.round(ms) };
    measures.answers.observe({ method: methodOf(c), status: String(status) }, ms / 1000);
    const isLookup = path.startsWith("/api/verify/") && status === 200;
    if (isLookup || path === "/api/health" || page.has(path)) log.debug(line, "request");
    else log.info(line, "request");
  };
}

/**
 * The trace of a request begins here: what a visitor claims about an earlier one is not followed, since anyone could
 * claim it.
 */
function inSpanOfRequest(c: Context<HttpEnv>, next: Next): Promise<void> {
  const method = methodOf(c);
  const attributes = {
    "http.request.method": method,
    "url.path": withoutToken(c.req.path),
    "attestamp.request.id": c.get("requestId"),
  };
  return inSpan(method, { kind: "server", attributes, root: true }, async (span) => {
    await next();
    const route = routePath(c);
    const { status } = c.res;
    span.rename(`${method} ${route}`);
    span.set({ "http.route": route, "http.response.status_code": status });
    if (status >= 500) span.fail(String(status));
  });
}

/** Only known methods, since they are labels of metrics and names of spans. */
const methodOf = ({ req }: Context<HttpEnv>) => (knownMethods.includes(req.method) ? req.method : "other");
