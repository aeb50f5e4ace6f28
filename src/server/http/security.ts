import type { MiddlewareHandler } from "hono";
import { AppError } from "../../errors.ts";
import type { Config } from "../../features/config.ts";
import type { HttpEnv } from "./http-env.ts";
import { bearerTokenIn } from "./identify.ts";
import { withoutToken } from "./request-log.ts";

type Sources = { script: string; frame: string; connect: string };

/** Inline scripts and styles that the page may use, as sources of a policy: 'sha256-…' (CSP 3, 2.3.1). */
export type InlineParts = { scripts: string[]; styles: string[] };

const ourselves: Sources = { script: "'self'", frame: "'self'", connect: "'self'" };
/** Card data is entered in Stripe's frames and sent from there: it never passes through our page or server. */
const withStripe: Sources = {
  script: "'self' https://js.stripe.com https://*.js.stripe.com",
  frame: "'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  connect: "'self' https://api.stripe.com",
};

/**
 * What our page may load and connect to: itself, and Stripe if payments are enabled. Also allows pictures from dropped
 * files.
 */
const pagePolicy = ({ script, frame, connect }: Sources, inline: InlineParts) =>
  [
    "default-src 'self'",
    ["script-src", script, ...inline.scripts].join(" "),
    `connect-src ${connect}`,
    ["style-src 'self'", ...inline.styles].join(" "),
    "img-src 'self' data: blob:",
    `frame-src ${frame}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** For everything except our page: data, which loads and runs nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Evidence, which is the same for everyone and is answered without looking at cookies: other people's verifiers and
 * monitors may read it from pages of their own.
 */
const isEvidence = (path: string) =>
  /^(\/adopted\/[^/]+)?(\/evidence\/|\/api\/verify\/|\/\.well-known\/jwks\.json$)/.test(path);
const readableAnywhere = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const features = "camera=(), geolocation=(), microphone=(), usb=()";
const oneYear = 31_536_000;

const ofEveryAnswer = (config: Config): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": features,
  ...(config.origin.startsWith("https:") && { "Strict-Transport-Security": `max-age=${oneYear}` }),
});

/**
 * Headers of every answer. A route's own policy or caching headers are kept. They are set on the answer directly:
 * `c.header` would copy a finished answer for each of them.
 */
export function securityHeaders(config: Config, inline: InlineParts): MiddlewareHandler<HttpEnv> {
  const always = Object.entries(ofEveryAnswer(config));
  const policyOfPage = pagePolicy(config.payments ? withStripe : ourselves, inline);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
    const setUnlessSet = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value);
    };
    setUnlessSet("Content-Security-Policy", isPage ? policyOfPage : dataPolicy);
    setUnlessSet("Referrer-Policy", getReferrerPolicy(c.req.path));
    if (c.req.path.startsWith("/api/")) setUnlessSet("Cache-Control", "no-store");
    for (const [name, value] of always) headers.set(name, value);
    if (!isPage && isRead(c.req.method) && isEvidence(c.req.path))
      for (const [name, value] of Object.entries(readableAnywhere)) headers.set(name, value);
  };
}

const isRead = (method: string) => method === "GET" || method === "HEAD";

/** A path with a token is told to no one: the log of a proxy in front of us may have the Referer header of requests. */
function getReferrerPolicy(path: string): string {
  if (withoutToken(path) !== path) return "no-referrer";
  return path.startsWith("/verify/") ? "strict-origin" : "same-origin";
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses cross-site requests of any content type: browsers state where a request comes from (Sec-Fetch-Site, or Origin
 * in older ones). A client that sends neither is not a browser and has only its own cookies. With an access token,
 * cookies are ignored (identify.ts), and no other site can make a browser send one.
 */
export function refuseForeignPages(config: Config): MiddlewareHandler<HttpEnv> {
  const publicHost = new URL(config.origin).host;
  return async (c, next) => {
    const needsOrigin =
      !safeMethods.has(c.req.method) && bearerTokenIn(c.req.header("authorization")) === null;
    if (needsOrigin && isForeign(c.req.raw.headers, publicHost)) {
      throw new AppError(
        "forbidden",
        "cross-site-request",
        "This request came from another website and was refused.",
      );
    }
    await next();
  };
}

function isForeign(headers: Headers, publicHost: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  if (origin === null) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  return host === "" || (host !== publicHost && host !== headers.get("host"));
}
