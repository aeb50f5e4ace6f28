import { type Fields, readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readBitOctets } from "../../formats/der/values.ts";
import { sameBytes } from "../hash.ts";
import type { PublicKey } from "./public-key.ts";
import { isSignedWith, readSignatureAlgorithm, type SignatureAlgorithm } from "./signature.ts";

/** The signed part, algorithm and signature: the same structure in certificates and revocation lists. */
export type Signed = {
  tbs: Uint8Array;
  /** Undefined for an unsupported algorithm. */
  algorithm: SignatureAlgorithm | undefined;
  signature: Uint8Array;
};

/**
 * Separates the signature. `fields` are those of the signed part; `checkAlgorithm` compares its own copy of the
 * algorithm with the outer one (RFC 5280, 4.1.1.2).
 */
export function readSigned(bytes: Uint8Array): {
  signed: Signed;
  fields: Fields;
  checkAlgorithm: (own: Der) => void;
} {
  const outer = readFields(readDer(bytes));
  const tbs = outer.take(tags.sequence);
  const algorithm = outer.take(tags.sequence);
  const signature = readBitOctets(outer.take(tags.bitString));
  outer.end();
  return {
    signed: { tbs: tbs.bytes, algorithm: readSignatureAlgorithm(algorithm), signature },
    fields: readFields(tbs),
    checkAlgorithm(own) {
      if (!sameBytes(own.bytes, algorithm.bytes)) throw new MalformedDer("two signature algorithms");
    },
  };
}

/** True if the key signed this certificate or list. */
export function isSignedBy({ tbs, algorithm, signature }: Signed, key: PublicKey): boolean {
  if (algorithm?.hash === undefined) return false;
  return isSignedWith(key, { kind: algorithm.kind, hash: algorithm.hash }, tbs, signature);
}
