import { createHash } from "node:crypto";
import type { Handler } from "hono";
import type { Config } from "../../features/config.ts";
import type { BuiltPage } from "./built-page.ts";
import { type DocsLook, docsPage } from "./docs/docs-page.ts";
import { docsStyle } from "./docs/docs-style.ts";
import type { HttpEnv } from "./http-env.ts";
import { logoPath } from "./logo-file.ts";
import { describeApi } from "./openapi/describe.ts";
import { accentRule } from "./page-settings.ts";

type Described = Parameters<typeof describeApi>[0];
type Look = Pick<Config, "productName" | "logo" | "nameBesideLogo" | "accent">;

/** GET /api/openapi.json: all calls as OpenAPI 3.1. It does not change while the server runs. */
export function serveOpenApi(config: Described): Handler<HttpEnv> {
  let text: string | undefined;
  return (c) => {
    text ??= JSON.stringify(describeApi(config));
    return c.body(text, 200, { "Content-Type": "application/json" });
  };
}

/** A page that loads the product's fonts and logo, and runs no scripts. */
const docsPolicy = (style: string) =>
  [
    "default-src 'none'",
    `style-src 'self' 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** GET /api/docs: the same as a web page. */
export function serveDocs(config: Described & Look, page: BuiltPage): Handler<HttpEnv> {
  const look = buildLook(config, [...page.keys()]);
  let made: Promise<string> | undefined;
  return async (c) => {
    made ??= docsPage(describeApi(config), look);
    return c.html(await made, 200, { "Content-Security-Policy": docsPolicy(look.style) });
  };
}

/** The operator's logo, or ours, with their colors. */
function buildLook({ productName, logo, nameBesideLogo, accent }: Look, files: string[]): DocsLook {
  const isNamed = logo === undefined || nameBesideLogo;
  const src = logo ? logoPath({ logo }) : files.find((name) => /^\/assets\/icon-\w+\.svg$/.test(name));
  return {
    productName,
    logo: src ? { src, alt: isNamed ? "" : productName } : undefined,
    isNamed,
    style: docsStyle + (accent ? accentRule(accent) : ""),
    fonts: {
      stylesheet: files.find((name) => /^\/assets\/fonts-\w+\.css$/.test(name)),
      preloaded: files.filter((name) => /-latin-(wght|600)-[\w-]+\.woff2$/.test(name)),
    },
  };
}
