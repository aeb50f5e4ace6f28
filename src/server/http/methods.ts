import type { MiddlewareHandler, NotFoundHandler } from "hono";
import { AppError } from "../../errors.ts";
import { refuse, toErrorAnswer } from "./errors.ts";
import type { App, HttpEnv } from "./http-env.ts";

export const knownMethods = ["GET", "HEAD", "POST", "PATCH", "DELETE"];

/** TRACE, CONNECT, PROPFIND and all other methods are not supported. */
export const onlyKnownMethods: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!knownMethods.includes(c.req.method)) return methodRefused(knownMethods, c.var.requestId);
  await next();
};

/**
 * HEAD is answered with the Content-Length of GET (RFC 9110, 8.6). Hono drops the body and would send a length of zero.
 */
export const lengthOfHead: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  if (c.req.method !== "HEAD" || c.res.body === null || c.res.headers.has("Content-Length")) return;
  const body = await c.res.arrayBuffer();
  c.header("Content-Length", String(body.byteLength));
};

/** 405 with the allowed methods, or 404 if there are none. */
export function answerUnknown(app: App): NotFoundHandler<HttpEnv> {
  return (c) => {
    const allowed = methodsAt(app, c.req.path);
    if (allowed.length > 0) return methodRefused(allowed, c.var.requestId);
    throw new AppError("not_found", "address-not-found", "There is nothing at this address.");
  };
}

function methodRefused(allowed: string[], requestId: string): Response {
  const error = new AppError("not_found", "method-not-allowed", "This method is not allowed here.");
  return refuse(toErrorAnswer(error), requestId, { status: 405, headers: { Allow: allowed.join(", ") } });
}

function methodsAt(app: App, path: string): string[] {
  const routes = app.routes.filter(
    ({ method, path: route }) => knownMethods.includes(method) && fits(route, path),
  );
  const methods = new Set(routes.map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods];
}

function fits(route: string, path: string): boolean {
  const isPage = route === "*" || route === "/*";
  if (isPage) return !isApi(path);
  const source = route
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/]+" : part === "*" ? ".*" : RegExp.escape(part)))
    .join("/");
  return new RegExp(`^${source}$`).test(path);
}

/** Paths that answer in JSON, even for errors. */
export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}
