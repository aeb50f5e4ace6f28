import { p256, p384, p521 } from "@noble/curves/nist.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer, wellFormed } from "../../formats/der/malformed.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readInteger, readOid } from "../../formats/der/values.ts";
import { computeHash, type HashName } from "../hash.ts";
import { oids } from "../oids.ts";
import { rememberChecks } from "../remembered-checks.ts";
import type { EcPublicKey, PublicKey } from "./public-key.ts";
import { verifyRsa } from "./rsa.ts";

/** How something was signed. `hash` is absent if the hash is named elsewhere (RFC 5652, 5.3; RFC 3370, 3.2). */
export type SignatureAlgorithm = { kind: "EC" | "RSA"; hash?: HashName };

const algorithmsByOid = new Map<string, SignatureAlgorithm>([
  [oids.ecdsaWithSha256, { kind: "EC", hash: "SHA-256" }],
  [oids.ecdsaWithSha384, { kind: "EC", hash: "SHA-384" }],
  [oids.ecdsaWithSha512, { kind: "EC", hash: "SHA-512" }],
  [oids.sha256WithRsa, { kind: "RSA", hash: "SHA-256" }],
  [oids.sha384WithRsa, { kind: "RSA", hash: "SHA-384" }],
  [oids.sha512WithRsa, { kind: "RSA", hash: "SHA-512" }],
  [oids.rsaEncryption, { kind: "RSA" }],
]);

/**
 * Parses the AlgorithmIdentifier of a signature; undefined for any that is not in the table above, which leaves out
 * SHA-1 and MD5.
 */
export function readSignatureAlgorithm(der: Der): SignatureAlgorithm | undefined {
  const fields = readFields(der);
  const algorithm = algorithmsByOid.get(readOid(fields.take(tags.oid)));
  if (algorithm?.kind === "RSA") fields.optional(tags.null);
  return fields.isAtEnd() ? algorithm : undefined;
}

/** True if the key made the signature over `message`. Runs in browsers, also over plain http. */
export function isSignedWith(
  key: PublicKey,
  algorithm: { kind: "EC" | "RSA"; hash: HashName },
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (key.kind === "EC" && algorithm.kind === "EC") return verifyEc(key, algorithm.hash, message, signature);
  if (key.kind === "RSA" && algorithm.kind === "RSA") {
    return verifyRsa(key, algorithm.hash, message, signature);
  }
  return false;
}

/** The same for ES256, whose signature is r and s concatenated (RFC 9053, 2.1). */
export function isSignedWithFixed(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.kind !== "EC" || key.curve !== "P-256" || signature.length !== 64) return false;
  return p256.verify(signature, computeHash("SHA-256", message), key.point, { prehash: false, lowS: false });
}

const curves = {
  "P-256": { verify: p256.verify, octets: 32 },
  "P-384": { verify: p384.verify, octets: 48 },
  "P-521": { verify: p521.verify, octets: 66 },
};

const remembered = rememberChecks();

/** ECDSA with a DER signature (RFC 3279, 2.2.3) and either of its two values of s; a point off the curve fails. */
function verifyEc(key: EcPublicKey, hash: HashName, message: Uint8Array, signature: Uint8Array): boolean {
  const { verify, octets } = curves[key.curve];
  const compact = wellFormed(() => compactSignature(signature, octets));
  if (!compact) return false;
  const digest = computeHash(hash, message);
  const facts = [key.curve, ...[key.point, digest, compact].map(bytesToHex)];
  return remembered(facts.join(" "), () =>
    verify(compact, digest, key.point, { prehash: false, lowS: false }),
  );
}

/** An Ecdsa-Sig-Value as r and s concatenated, with this many octets each. */
function compactSignature(signature: Uint8Array, octets: number): Uint8Array {
  const fields = readFields(readDer(signature));
  const numbers = [readInteger(fields.take(tags.integer)), readInteger(fields.take(tags.integer))];
  fields.end();
  if (numbers.some((number) => number <= 0n || number >> BigInt(octets * 8) > 0n)) {
    throw new MalformedDer("a number outside the curve's order");
  }
  return hexToBytes(numbers.map((number) => number.toString(16).padStart(octets * 2, "0")).join(""));
}
