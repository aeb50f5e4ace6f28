import { z } from "zod";
import { wellFormed } from "../der/malformed.ts";
import type { Jwks, PublicJwk } from "../jwk.ts";
import { parseJson } from "../jws.ts";
import { type NoteVerifier, parseVerifierKey } from "../log/signed-note.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type Crl, readCrl } from "../x509/crl.ts";
import { decodePem } from "../x509/pem.ts";

/** Whom to believe, got from the service itself and never from the file that is judged. */
export type Trust = {
  /** The name of the service, for sentences. */
  name: string;
  roots: Certificate[];
  /** Roots of other authorities, for time-stamps alone. */
  stampRoots: Certificate[];
  crls: Crl[];
  jwks: Jwks;
  logs: NoteVerifier[];
};

/** The same as the service publishes it; what is empty or unreadable is not known. */
export const trustTextsSchema = z.object({
  name: z.string(),
  /** PEM. */
  ca: z.string().default(""),
  /** PEM of other authorities' roots, for time-stamps alone. */
  stampCa: z.string().default(""),
  crl: z.string().default(""),
  /** The public key document, JSON. */
  jwks: z.string().default(""),
  /** Verifier keys of logs, each a line. */
  vkeys: z.string().default(""),
});
export type TrustTexts = z.infer<typeof trustTextsSchema>;

const keySchema: z.ZodType<PublicJwk> = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
const jwksSchema = z.object({ keys: z.array(keySchema) });

export function readTrust({ name, ca, stampCa, crl, jwks, vkeys }: TrustTexts): Trust {
  const keys = jwksSchema.safeParse(parseJson(new TextEncoder().encode(jwks)));
  return {
    name,
    roots: readCertificates(ca),
    stampRoots: readCertificates(stampCa),
    crls: readCrls(crl),
    jwks: keys.success ? keys.data : { keys: [] },
    logs: vkeys.split(/\s*\n\s*/).flatMap((line) => parseVerifierKey(line) ?? []),
  };
}

function readCertificates(pem: string): Certificate[] {
  return decodePem("CERTIFICATE", pem).flatMap((der) => wellFormed(() => readCertificate(der)) ?? []);
}

/** The revocation lists of a PEM text; one that is malformed is left out. */
export function readCrls(pem: string): Crl[] {
  return decodePem("X509 CRL", pem).flatMap((der) => wellFormed(() => readCrl(der)) ?? []);
}
