import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A personal access token is `atp_ID_SECRET` in hex: 64 bits that identify its row, and a secret of 256 bits. A double
 * click selects all of it, and its prefix lets scanners recognize it as a secret.
 */
export type AccessToken = { id: string; secret: string };

export function newAccessToken(): AccessToken {
  return { id: randomBytes(8).toString("hex"), secret: randomBytes(32).toString("hex") };
}

export function writeAccessToken({ id, secret }: AccessToken): string {
  return `atp_${id}_${secret}`;
}

/** Undefined for text that is not in this form. */
export function readAccessToken(text: string): AccessToken | undefined {
  const [, id, secret] = /^atp_([0-9a-f]{16})_([0-9a-f]{64})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** The stored form of a secret: its SHA-256 in hex. The secret is random, so a slow hash would add nothing. */
export function hashOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares in constant time. */
export function provesItself({ secret }: AccessToken, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOfSecret(secret), "hex"), Buffer.from(storedHash, "hex"));
}
