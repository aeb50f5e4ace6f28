import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** KEYS_SECRET, and the one before it while it is being changed. Random, 32 bytes or more. */
export type KeysSecret = { current: string; previous: string | undefined };

const version = 1;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + saltBytes + nonceBytes;
const cipher = "aes-256-gcm";

/**
 * Encrypts a key file with AES-256-GCM (NIST SP 800-38D) under a separate key, which HKDF-SHA256 (RFC 5869) derives
 * from the secret and a random salt. The name is authenticated as well, so that no key can pass as another one. Layout:
 * version, salt, nonce, ciphertext, tag.
 */
export function sealKey(secret: string, name: string, text: string): Buffer {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
  const sealing = createCipheriv(cipher, deriveKey(secret, salt), nonce).setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([Buffer.of(version), salt, nonce, encrypted, sealing.getAuthTag()]);
}

/** Undefined if another secret or another name sealed it, or it was changed. */
export function openSealedKey(secret: string, name: string, sealed: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== version || bytes.length < headBytes + tagBytes) return undefined;
  const salt = bytes.subarray(1, 1 + saltBytes);
  const nonce = bytes.subarray(1 + saltBytes, headBytes);
  const opening = createDecipheriv(cipher, deriveKey(secret, salt), nonce, { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = [opening.update(bytes.subarray(headBytes, -tagBytes)), opening.final()];
    return Buffer.concat(text).toString("utf8");
  } catch {
    return undefined;
  }
}

const deriveKey = (secret: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, "attestamp sealed key", 32));
