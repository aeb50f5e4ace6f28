import { onlyPart, readFields } from "../../formats/der/fields.ts";
import { constructedTag, primitiveTag, tags } from "../../formats/der/tags.ts";
import { readTime } from "../../formats/der/times.ts";
import { readInteger, readSmallInteger } from "../../formats/der/values.ts";
import { type CertificateUse, readCertificateUse } from "./certificate-extensions.ts";
import { type Extensions, readExtensions } from "./extensions.ts";
import { type Name, readName } from "./name.ts";
import { type PublicKey, readPublicKey } from "./public-key.ts";
import { readSigned, type Signed } from "./signed.ts";

/** An X.509 certificate, parsed but not verified. */
export type Certificate = Signed &
  CertificateUse & {
    /** The whole certificate in DER. */
    bytes: Uint8Array;
    serialNumber: bigint;
    issuer: Name;
    subject: Name;
    /** Both ends are included in the validity (RFC 5280, 4.1.2.5). */
    notBefore: Date;
    notAfter: Date;
    publicKey: PublicKey;
    /** SubjectPublicKeyInfo in DER. */
    publicKeyInfo: Uint8Array;
  };

/** Parses a certificate (RFC 5280, 4.1). Throws `MalformedDer`. Runs in browsers. */
export function readCertificate(bytes: Uint8Array): Certificate {
  const { signed, fields, checkAlgorithm } = readSigned(bytes);
  const version = fields.optional(constructedTag(0));
  const isVersion3 = version !== undefined && readSmallInteger(onlyPart(version), 2) === 2;
  const serialNumber = readInteger(fields.take(tags.integer));
  checkAlgorithm(fields.take(tags.sequence));
  const issuer = readName(fields.take(tags.sequence));
  const validity = readFields(fields.take(tags.sequence));
  const notBefore = readTime(validity.take());
  const notAfter = readTime(validity.take());
  validity.end();
  const subject = readName(fields.take(tags.sequence));
  const keyInfo = fields.take(tags.sequence);
  fields.optional(primitiveTag(1));
  fields.optional(primitiveTag(2));
  const extensionsField = isVersion3 ? fields.optional(constructedTag(3)) : undefined;
  fields.end();
  const extensions: Extensions = extensionsField ? readExtensions(onlyPart(extensionsField)) : new Map();
  return {
    ...signed,
    ...readCertificateUse(extensions),
    bytes,
    serialNumber,
    issuer,
    subject,
    notBefore,
    notAfter,
    publicKey: readPublicKey(keyInfo),
    publicKeyInfo: keyInfo.bytes,
  };
}
