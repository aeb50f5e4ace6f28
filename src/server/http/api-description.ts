import { createHash } from "node:crypto";
import type { Handler } from "hono";
import type { Config } from "../../features/config.ts";
import type { BuiltPage } from "./built-page.ts";
import { docsPage } from "./docs/docs-page.ts";
import { docsStyle } from "./docs/docs-style.ts";
import type { HttpEnv } from "./http-env.ts";
import { describeApi } from "./openapi/describe.ts";

type Described = Pick<Config, "origin" | "productName" | "extraTypes">;

/** GET /api/openapi.json: all calls as OpenAPI 3.1. It does not change while the server runs. */
export function serveOpenApi(config: Described): Handler<HttpEnv> {
  let text: string | undefined;
  return (c) => {
    text ??= JSON.stringify(describeApi(config));
    return c.body(text, 200, { "Content-Type": "application/json" });
  };
}

const styleHash = createHash("sha256").update(docsStyle).digest("base64");
/** A page that loads the product's fonts and icon, and runs no scripts. */
const docsPolicy = [
  "default-src 'none'",
  `style-src 'self' 'sha256-${styleHash}'`,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** GET /api/docs: the same as a web page. */
export function serveDocs(config: Described, page: BuiltPage): Handler<HttpEnv> {
  const fonts = [...page.keys()].find((name) => /^\/assets\/fonts-\w+\.css$/.test(name));
  let made: Promise<string> | undefined;
  return async (c) => {
    made ??= docsPage(describeApi(config), fonts);
    return c.html(await made, 200, { "Content-Security-Policy": docsPolicy });
  };
}
