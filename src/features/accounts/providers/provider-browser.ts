import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Config } from "../../config.ts";
import type { ProviderSecrets } from "./open-id.ts";

/**
 * The cookie that ties a sign-in with a provider to the browser where it began. It has nothing to do with sessions: it
 * is new for each sign-in, and only its holder can send the provider's answer, and use it.
 */

type Site = { config: Pick<Config, "origin"> };

/** Long enough to find a password and a phone at the provider. */
export const providerSignInMs = 15 * 60_000;

const isHttps = ({ config }: Site) => config.origin.startsWith("https:");
const cookieName = (site: Site) => (isHttps(site) ? "__Host-provider" : "provider");

export const newProviderToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of the cookie's token. */
export const hashProviderToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The token in a Cookie header, or null. */
export function readProviderToken(site: Site, cookieHeader: string): string | null {
  const start = `${cookieName(site)}=`;
  const pair = cookieHeader.split(";").find((part) => part.trim().startsWith(start));
  const token = pair?.trim().slice(start.length) ?? "";
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/**
 * The Set-Cookie header. A provider that answers with a form sends it from its own page, where a browser adds only
 * cookies with SameSite=None; those need https, without which such an answer is refused.
 */
export function writeProviderCookie(site: Site, token: string, usesFormPost: boolean): string {
  const sameSite = usesFormPost && isHttps(site) ? "None" : "Lax";
  const flags = ["HttpOnly", `Max-Age=${providerSignInMs / 1000}`, "Path=/", `SameSite=${sameSite}`];
  return [`${cookieName(site)}=${token}`, ...flags, ...(isHttps(site) ? ["Secure"] : [])].join("; ");
}

/** State, nonce and PKCE verifier: each is derived from the token, and none says anything about another one. */
export function deriveSecrets(token: string): ProviderSecrets {
  const derive = (purpose: string) => createHmac("sha256", token).update(purpose).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
}
