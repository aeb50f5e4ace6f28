import { createHmac, hkdfSync } from "node:crypto";
import type { SigningKeys } from "./keys.ts";

type Parts = { signingKeys: Pick<SigningKeys, "current"> };

/**
 * What is counted or compared of something that must not be kept itself, such as a network address. Without the keys
 * of the server nobody can try all addresses until the hash fits; the database alone is no help. `purpose` keeps the
 * hashes of one use apart from those of another. After a rotation of the attestation key every hash is a new one.
 */
export function keyedHash({ signingKeys }: Parts, purpose: string, text: string): string {
  const secret = Buffer.from(signingKeys.current.jwk.d, "base64url");
  const key = Buffer.from(hkdfSync("sha256", secret, "", `attestamp keyed hash: ${purpose}`, 32));
  return createHmac("sha256", key).update(text).digest("base64url");
}
