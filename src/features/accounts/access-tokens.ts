import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A personal access token is `atp_ID_SECRET` in hex: 64 bits by which its row is found, and 256 that prove it. It
 * has no character at which a double click ends, and a prefix by which scanners know it for a secret.
 */
export type AccessToken = { id: string; secret: string };

export function newAccessToken(): AccessToken {
  return { id: randomBytes(8).toString("hex"), secret: randomBytes(32).toString("hex") };
}

export function writeAccessToken({ id, secret }: AccessToken): string {
  return `atp_${id}_${secret}`;
}

/** Undefined for a text that is no token of this form. */
export function readAccessToken(text: string): AccessToken | undefined {
  const [, id, secret] = /^atp_([0-9a-f]{16})_([0-9a-f]{64})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** What is kept of a secret: its SHA-256 in hex. The secret is random, so that a slow hash would add nothing. */
export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Takes the same time wherever the two differ. */
export function provesItself({ secret }: AccessToken, keptHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOfSecret(secret), "hex"), Buffer.from(keptHash, "hex"));
}
