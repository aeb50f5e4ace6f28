import { sha256 } from "@noble/hashes/sha2.js";
import { type Cbor, Tagged } from "../c2pa/cbor.ts";
import { signedBytes } from "../c2pa/cose-sign1.ts";
import { writeCbor } from "../c2pa/write-cbor.ts";
import { type SigningKey, signEd25519 } from "../signing-key.ts";

/**
 * COSE_Sign1 (RFC 9052, 4.2) and the header parameters of a signed statement: CWT claims (RFC 9597), those of a hash
 * envelope (RFC 9995), and receipts (RFC 9942, 5.1).
 */
const coseSign1 = 18;
const labels = {
  alg: 1,
  kid: 4,
  claims: 15,
  payloadHashAlg: 258,
  preimageType: 259,
  payloadLocation: 260,
  receipts: 394,
} as const;
const claims = { iss: 1, sub: 2 } as const;
const [eddsa, sha256Algorithm] = [-8, -16];

/** What a signed statement says besides the hash. */
export type StatementClaims = {
  /** The service's address: who issues it. */
  issuer: string;
  /** The serial number: what it is about. */
  subject: string;
  /** The address of the record, which has what was hashed. */
  location: string;
};

/**
 * A signed statement of SCITT (RFC 9943) about an attestation: its payload is the SHA-256 of the attestation's payload,
 * signed with a key of attestations. With the COSE receipt of the attestation in its unprotected header, it is a
 * transparent statement. The entry in the log is that of the attestation, not of this encoding of it, so the receipt is
 * checked by the hash that both lead to. The same input gives the same bytes. Server only.
 */
export function makeSignedStatement(
  payload: Uint8Array,
  { issuer, subject, location }: StatementClaims,
  key: SigningKey,
  receipt: Uint8Array | undefined,
): Uint8Array {
  const header = writeCbor(
    new Map<number, Cbor>([
      [labels.alg, eddsa],
      [labels.kid, new TextEncoder().encode(key.kid)],
      [
        labels.claims,
        new Map([
          [claims.iss, issuer],
          [claims.sub, subject],
        ]),
      ],
      [labels.payloadHashAlg, sha256Algorithm],
      [labels.preimageType, "application/json"],
      [labels.payloadLocation, location],
    ]),
  );
  const hash = sha256(payload);
  const unprotected = new Map<number, Cbor>(receipt ? [[labels.receipts, [receipt]]] : []);
  return writeCbor(
    new Tagged(coseSign1, [header, unprotected, hash, signEd25519(signedBytes(header, hash), key)]),
  );
}
