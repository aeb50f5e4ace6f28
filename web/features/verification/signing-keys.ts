import { z } from "zod";
import type { Jwks, PublicJwk } from "../../../src/evidence/jwk.ts";
import { requireSuccess } from "../../lib/api-error.ts";
import { browserStorage } from "../../lib/storage.ts";

const address = "/.well-known/jwks.json";
const storageKey = "signing-keys";

const keySchema: z.ZodType<PublicJwk> = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
const jwksSchema: z.ZodType<Jwks> = z.object({ keys: z.array(keySchema) });

/**
 * The public keys that sign QR codes. This browser keeps its last copy, so that a code can be checked while the
 * server is away. Throws when there are none at all.
 */
export async function loadSigningKeys(): Promise<Jwks> {
  try {
    const answer = await requireSuccess(await fetch(address));
    const keys = jwksSchema.parse(await answer.json());
    browserStorage.write(storageKey, JSON.stringify(keys));
    return keys;
  } catch (error) {
    const kept = browserStorage.read(storageKey);
    if (kept === null) throw error;
    return jwksSchema.parse(JSON.parse(kept));
  }
}
