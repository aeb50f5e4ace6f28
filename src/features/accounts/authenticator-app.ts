import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type CounterKey, keyedHash } from "../../platform/keys/keyed-hash.ts";

const secretBytes = 20;
const stepMs = 30_000;

type Sealing = { counterKey: CounterKey };

/** A new secret for an authenticator app, in base32. */
export const newAppSecret = (): string => new Secret({ size: secretBytes }).base32;

/** What an authenticator app reads from a QR code: the secret, and how the app lists the account. */
export function writeAppUri(
  secret: string,
  { issuer, username }: { issuer: string; username: string },
): string {
  return new TOTP({ secret, issuer, label: username }).toString();
}

/**
 * The time step to which this code belongs: the present one (`at`: ms since 1970 UTC), the one before, for people who
 * type slowly, or the next one, for clocks that run ahead. Null for any other code.
 */
export function findStep(secret: string, code: string, at: number): number | null {
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: at, window: 1 });
  return delta === null ? null : Math.floor(at / stepMs) + delta;
}

/** The secret, encrypted for this account with a key that is not in the database. */
export function sealAppSecret(deps: Sealing, userId: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(deps), iv).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Null if it was sealed for another account or by another server, whose key this one does not have. */
export function openAppSecret(deps: Sealing, userId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const cipher = createDecipheriv("aes-256-gcm", sealingKey(deps), bytes.subarray(0, 12))
      .setAAD(Buffer.from(userId))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

const sealingKey = (deps: Sealing) =>
  Buffer.from(keyedHash(deps, "authenticator apps", "sealing key"), "base64url");
