import { z } from "zod";
import type { Jwks, KeyLife, PublicJwk } from "./jwk.ts";
import { parseJson } from "./jws.ts";

const numericDate = z.number().min(0);

/** The members that say when a key was in use. */
export const keyLifeMembers = {
  iat: numericDate.optional(),
  exp: numericDate.optional(),
  revoked: z.object({ revoked_at: numericDate, reason: z.string() }).optional(),
  log_size: z.int().min(0).optional(),
} satisfies Record<keyof KeyLife, z.ZodType>;

const keySchema: z.ZodType<PublicJwk> = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
  ...keyLifeMembers,
});
const jwksSchema = z.object({ keys: z.array(keySchema) });

/** Parses the published key document (JSON); undefined for anything else. Runs in browsers. */
export function readJwks(text: string): Jwks | undefined {
  return jwksSchema.safeParse(parseJson(new TextEncoder().encode(text))).data;
}
