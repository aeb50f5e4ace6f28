import { createHash } from "node:crypto";
import type { Handler } from "hono";
import { AppError } from "../../errors.ts";
import type { Config } from "../../features/config.ts";
import type { HttpEnv } from "./http-env.ts";

/** A logo may contain styles; nothing else in it takes effect, even if its address is opened as a page. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** The address of the logo for the pages, which changes with its content; null if there is none. */
export function logoPath({ logo }: Pick<Config, "logo">): string | null {
  if (!logo) return null;
  const sha256 = createHash("sha256").update(logo.bytes).digest("hex");
  return `/site/logo-${sha256.slice(0, 16)}.${logo.type === "image/png" ? "png" : "svg"}`;
}

/** GET /site/:file: the operator's logo. */
export function serveLogo({ config }: { config: Pick<Config, "logo"> }): Handler<HttpEnv> {
  const path = logoPath(config);
  return (c) => {
    const { logo } = config;
    if (!logo || c.req.path !== path)
      throw new AppError("not_found", "address-not-found", "There is nothing at this address.");
    return c.body(logo.bytes, 200, {
      "Content-Type": logo.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": policy,
    });
  };
}
