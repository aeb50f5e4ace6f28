import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { type Encoded, oid, sequence } from "../../formats/der/write.ts";
import { oids } from "../oids.ts";
import { type Certificate, readCertificate } from "./certificate.ts";

/** A signer: a certificate in DER and its P-256 key. Server only: browsers must not import it. */
export type Signer = { certificate: Uint8Array; privateKey: KeyObject };

const parsed = new WeakMap<Uint8Array, Certificate>();

/** The signer's certificate, parsed once for each key: every signature needs it. */
export function signerCertificate({ certificate: bytes }: Pick<Signer, "certificate">): Certificate {
  const certificate = parsed.get(bytes) ?? readCertificate(bytes);
  parsed.set(bytes, certificate);
  return certificate;
}

/** The AlgorithmIdentifier of `signP256`. */
export const p256Signature = (): Encoded => sequence(oid(oids.ecdsaWithSha256));

/** Signs with ECDSA on P-256 with SHA-256; returns the DER signature of X.509 and CMS (RFC 3279, 2.2.3). */
export function signP256(message: Uint8Array, privateKey: KeyObject): Uint8Array {
  return sign("sha256", message, privateKey);
}

/** A sequence of two integers of 32 octets, each with a leading zero. */
export const maxP256SignatureBytes = 72;

/** The same, but returns r and s concatenated, 32 octets each, as in COSE (RFC 9053, 2.1). */
export function signP256Fixed(message: Uint8Array, key: KeyObject): Uint8Array {
  return sign("sha256", message, { key, dsaEncoding: "ieee-p1363" });
}

/** The SubjectPublicKeyInfo of the key's public part. */
export function exportPublicKeyInfo(privateKey: KeyObject): Uint8Array {
  return createPublicKey(privateKey).export({ format: "der", type: "spki" });
}
