import { sha1 } from "@noble/hashes/legacy.js";
import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import type { Der } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readOctetString } from "../../formats/der/values.ts";
import { octetString, sequence } from "../../formats/der/write.ts";
import { computeHash, readHashAlgorithm, sameBytes } from "../hash.ts";
import { oids } from "../oids.ts";
import { type Attributes, attribute } from "./attributes.ts";

/**
 * The signing-certificate-v2 attribute with the SHA-256 of the signer's certificate (RFC 5035, section 3; RFC 5816).
 */
export function signingCertificateV2(certificate: Uint8Array) {
  const certificateId = sequence(octetString(computeHash("SHA-256", certificate)));
  return attribute(oids.signingCertificateV2, sequence(sequence(certificateId)));
}

/**
 * True if the signed attributes name exactly this certificate. Also accepts the older attribute with SHA-1 (RFC 2634,
 * 5.4): a collision is not enough to substitute another certificate, and well-known authorities still use it alone.
 */
export function namesSigner(attributes: Attributes, certificate: Uint8Array): boolean {
  const older = attributes.get(oids.signingCertificate) ?? [];
  const newer = attributes.get(oids.signingCertificateV2) ?? [];
  const hashes = [...older.map(olderHash), ...newer.map(newerHash)];
  return hashes.length > 0 && hashes.every((isOf) => isOf(certificate));
}

type MatchesCertificate = (certificate: Uint8Array) => boolean;

/** ESSCertID of the first certificate, the signer's own. */
function olderHash(value: Der): MatchesCertificate {
  const hash = readOctetString(firstId(value).take(tags.octetString));
  return (certificate) => sameBytes(hash, sha1(certificate));
}

/** ESSCertIDv2 of the first certificate; SHA-256 unless an algorithm is named. */
function newerHash(value: Der): MatchesCertificate {
  const fields = firstId(value);
  const algorithm = fields.optional(tags.sequence);
  const name = algorithm ? readHashAlgorithm(algorithm) : "SHA-256";
  const hash = readOctetString(fields.take(tags.octetString));
  return (certificate) => name !== undefined && sameBytes(hash, computeHash(name, certificate));
}

function firstId(value: Der) {
  const ids = readFields(value).take(tags.sequence);
  const [first] = ids.parts;
  if (!first) throw new MalformedDer("The attribute names no certificate.");
  return readFields(first);
}
