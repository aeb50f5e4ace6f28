import { tags } from "../../formats/der/tags.ts";
import { unsignedInteger } from "../../formats/der/values.ts";
import { encode, octetString, oid, sequence } from "../../formats/der/write.ts";
import { computeHash, type HashName, hashOid } from "../hash.ts";

/** A public key; `octets` is the length of the modulus. */
export type RsaPublicKey = { kind: "RSA"; modulus: bigint; exponent: bigint; octets: number };

/**
 * Verifies RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.2) by building the whole encoded message and comparing it, so that nothing
 * can hide behind its padding. Keys of 2048 to 8192 bits with exponents up to 32 bits; all others fail. Only for public
 * values: its time depends on them.
 */
export function verifyRsa(
  key: RsaPublicKey,
  hash: HashName,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const value = unsignedInteger(signature);
  const isUsable = key.octets >= 256 && key.octets <= 1024 && key.exponent >= 3n && key.exponent < 1n << 32n;
  if (!isUsable || signature.length !== key.octets || value >= key.modulus) return false;
  const expected = encodedMessage(hash, message, key.octets);
  return power(value, key.exponent, key.modulus) === unsignedInteger(expected);
}

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2): 00 01 FF…FF 00, then the DigestInfo with NULL parameters. */
function encodedMessage(hash: HashName, message: Uint8Array, octets: number): Uint8Array {
  const info = sequence(
    sequence(oid(hashOid(hash)), encode(tags.null)),
    octetString(computeHash(hash, message)),
  );
  const encoded = new Uint8Array(octets).fill(0xff);
  encoded.set([0, 1]);
  encoded[octets - info.length - 1] = 0;
  encoded.set(info, octets - info.length);
  return encoded;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
