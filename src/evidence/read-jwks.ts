import { z } from "zod";
import type { Jwks, PublicJwk } from "./jwk.ts";
import { parseJson } from "./jws.ts";

const keySchema: z.ZodType<PublicJwk> = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
const jwksSchema = z.object({ keys: z.array(keySchema) });

/** Parses the published key document (JSON); undefined for anything else. Runs in browsers. */
export function readJwks(text: string): Jwks | undefined {
  return jwksSchema.safeParse(parseJson(new TextEncoder().encode(text))).data;
}
