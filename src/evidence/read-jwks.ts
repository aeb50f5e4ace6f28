import { z } from "zod";
import type { Jwks, KeyLife, PostQuantumJwk, PublicJwk } from "./jwk.ts";
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
const postQuantumKeySchema: z.ZodType<PostQuantumJwk> = z.object({
  kty: z.literal("AKP"),
  alg: z.literal("ML-DSA-65"),
  pub: z.string(),
  kid: z.string(),
  use: z.literal("sig"),
  ...keyLifeMembers,
});

/** Keys of other types are ignored: they may be added one day (RFC 7517, section 5). */
const known = <Key>(schema: z.ZodType<Key>) =>
  z.array(z.unknown()).transform((keys) =>
    keys.flatMap((key) => {
      const read = schema.safeParse(key);
      return read.success ? [read.data] : [];
    }),
  );
/** A damaged key of our type makes the document useless: it might be the one that matters. */
const ofOurType = z
  .array(z.unknown())
  .transform((keys) => keys.filter((key) => z.object({ kty: z.literal("OKP") }).safeParse(key).success))
  .pipe(z.array(keySchema));
const jwksSchema = z.object({
  keys: ofOurType,
  post_quantum_keys: known(postQuantumKeySchema).optional(),
});

/** Parses the published key document (JSON); undefined for anything else. Runs in browsers. */
export function readJwks(text: string): Jwks | undefined {
  return jwksSchema.safeParse(parseJson(new TextEncoder().encode(text))).data;
}
