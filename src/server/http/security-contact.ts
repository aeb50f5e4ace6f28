import type { Handler } from "hono";
import { AppError } from "../../errors.ts";
import type { Config } from "../../features/config.ts";
import type { HttpEnv } from "./http-env.ts";

const path = "/.well-known/security.txt";
const dayMs = 24 * 3_600_000;
/** RFC 9116 requires less than a year. */
const validForDays = 90;

/**
 * GET /.well-known/security.txt (RFC 9116): the contact for vulnerabilities of this server. The file requires a
 * contact, so without SUPPORT_EMAIL there is none. A canonical address must be an https address.
 */
export function serveSecurityContact({ config, now }: Parts): Handler<HttpEnv> {
  return (c) => {
    const { supportEmail, origin } = config;
    if (supportEmail === undefined)
      throw new AppError("not_found", "address-not-found", "There is nothing at this address.");
    const expires = new Date((Math.floor(now() / dayMs) + validForDays) * dayMs).toISOString();
    const lines = [`Contact: mailto:${encodeURI(supportEmail)}`, `Expires: ${expires}`];
    if (origin.startsWith("https://")) lines.push(`Canonical: ${origin}${path}`);
    return c.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": "public, max-age=86400" });
  };
}

type Parts = { config: Pick<Config, "supportEmail" | "origin">; now: () => number };
