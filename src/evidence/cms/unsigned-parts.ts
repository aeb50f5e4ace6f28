import { onlyPart, readFields } from "../../formats/der/fields.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { readDer } from "../../formats/der/read.ts";
import { constructedTag, tags } from "../../formats/der/tags.ts";
import { sameBytes } from "../hash.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { isSignedBy } from "../x509/signed.ts";

/** The parts of SignedData (RFC 5652, 5.1) that its signature does not cover, as encoded. */
type UnsignedParts = {
  digestAlgorithms: Uint8Array[];
  certificates: Uint8Array[];
  /** Revocation lists, and the unsigned attributes of the signer. */
  others: Uint8Array[];
};

/**
 * True if no byte of a valid token (ContentInfo, DER) can have changed outside of what its signature covers: the only
 * digest algorithm is that of the signature, and everything else is in `sealed` too, or is a certificate that one of
 * the others or one of the roots signed. A cross-certificate has the name and key of one of them instead, since its
 * issuer may be missing. Never throws.
 */
export function hasOnlySignedParts(token: Uint8Array, roots: Certificate[], sealed?: Uint8Array): boolean {
  const parts = wellFormed(() => readUnsignedParts(token));
  const known = sealed && wellFormed(() => readUnsignedParts(sealed));
  if (parts?.digestAlgorithms.length !== 1) return false;
  const isIn = (one: Uint8Array, list: Uint8Array[] = []) => list.some((other) => sameBytes(one, other));
  const certificates = parts.certificates.flatMap((der) => wellFormed(() => readCertificate(der)) ?? []);
  const vouches = (other: Certificate, one: Certificate) =>
    isSignedBy(one, other.publicKey) || (isCross(one) && hasSameKey(one, other));
  const isVouchedFor = (der: Uint8Array) => {
    const one = certificates.find(({ bytes }) => sameBytes(bytes, der));
    return one !== undefined && [...certificates, ...roots].some((other) => vouches(other, one));
  };
  return (
    parts.certificates.every((one) => isIn(one, known?.certificates) || isVouchedFor(one)) &&
    parts.others.every((one) => isIn(one, known?.others))
  );
}

/** Another issuer's certificate for a name and key. That of a root names itself twice: by name and by key. */
function isCross({ subject, issuer, subjectKeyId, authorityKeyId }: Certificate): boolean {
  const isOtherKey = authorityKeyId && subjectKeyId && !sameBytes(authorityKeyId, subjectKeyId);
  return isOtherKey === true && !sameBytes(subject.bytes, issuer.bytes);
}

function hasSameKey(one: Certificate, other: Certificate): boolean {
  if (sameBytes(one.bytes, other.bytes) || !sameBytes(one.subject.bytes, other.subject.bytes)) return false;
  const [key, otherKey] = [one.publicKey, other.publicKey];
  if (key.kind === "EC" && otherKey.kind === "EC") return sameBytes(key.point, otherKey.point);
  return key.kind === "RSA" && otherKey.kind === "RSA" && key.modulus === otherKey.modulus;
}

/** Reads them from a ContentInfo that `readSignedData` reads. Throws `MalformedDer`. */
function readUnsignedParts(bytes: Uint8Array): UnsignedParts {
  const contentInfo = readFields(readDer(bytes));
  contentInfo.take(tags.oid);
  const fields = readFields(onlyPart(contentInfo.take(constructedTag(0))));
  fields.take(tags.integer);
  const digestAlgorithms = fields.take(tags.set).parts;
  fields.take(tags.sequence);
  const certificates = fields.optional(constructedTag(0))?.parts ?? [];
  const lists = fields.optional(constructedTag(1))?.parts ?? [];
  const signer = onlyPart(fields.take(tags.set));
  const unsigned = signer.parts.at(-1)?.tag === constructedTag(1) ? (signer.parts.at(-1)?.parts ?? []) : [];
  const bytesOf = (parts: typeof lists) => parts.map((part) => part.bytes);
  return {
    digestAlgorithms: bytesOf(digestAlgorithms),
    certificates: bytesOf(certificates),
    others: bytesOf([...lists, ...unsigned]),
  };
}
