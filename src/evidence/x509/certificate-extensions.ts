import { onlyPart, readFields } from "../../formats/der/fields.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { constructedTag, primitiveTag, tags } from "../../formats/der/tags.ts";
import {
  readBoolean,
  readNamedBits,
  readOctetString,
  readOid,
  readSmallInteger,
} from "../../formats/der/values.ts";
import { oids } from "../oids.ts";
import { type Extensions, hasUnknownCritical } from "./extensions.ts";
import { isStatedQualified } from "./qc-statements.ts";

/** The bits of KeyUsage (RFC 5280, 4.2.1.3) that we check. */
export const keyUsages = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, crlSign: 6 } as const;

/** How a certificate's extensions restrict the use of its key. */
export type CertificateUse = {
  isCa: boolean;
  /** How many CA certificates may be between this one and the last certificate. */
  pathLength: number | undefined;
  /** The numbers of the set bits; undefined if the certificate does not restrict its key. */
  keyUsage: ReadonlySet<number> | undefined;
  /** Purposes as object identifiers; undefined if the certificate does not restrict them. */
  extendedKeyUsage: { isCritical: boolean; purposes: string[] } | undefined;
  subjectKeyId: Uint8Array | undefined;
  authorityKeyId: Uint8Array | undefined;
  /** The http and https addresses of its issuer's full revocation list. */
  crlUrls: string[];
  /** It says that it is a qualified one in the European Union. */
  isStatedQualified: boolean;
  /** There is an unknown critical extension: the certificate cannot be trusted. */
  hasUnknownCritical: boolean;
};

/** Policies are listed because none is required: any of them is accepted. */
const understood = new Set<string>([
  oids.basicConstraints,
  oids.keyUsage,
  oids.extendedKeyUsage,
  oids.certificatePolicies,
]);

/** Parses the extensions that we support. Throws `MalformedDer`. */
export function readCertificateUse(extensions: Extensions): CertificateUse {
  const readExtension = (type: string) => {
    const found = extensions.get(type);
    return found && readDer(found.value);
  };
  const constraints = readExtension(oids.basicConstraints);
  const usage = readExtension(oids.keyUsage);
  const purposes = readExtension(oids.extendedKeyUsage);
  const subjectKey = readExtension(oids.subjectKeyIdentifier);
  const authorityKey = readExtension(oids.authorityKeyIdentifier);
  const basic = constraints && readFields(constraints);
  const ca = basic?.optional(tags.boolean);
  const length = basic?.optional(tags.integer);
  basic?.end();
  return {
    isCa: ca !== undefined && readBoolean(ca),
    pathLength: length && readSmallInteger(length, 255),
    keyUsage: usage && readNamedBits(usage),
    extendedKeyUsage: purposes && {
      isCritical: extensions.get(oids.extendedKeyUsage)?.isCritical === true,
      purposes: readFields(purposes)
        .rest()
        .map((purpose) => readOid(purpose)),
    },
    subjectKeyId: subjectKey && readOctetString(subjectKey),
    authorityKeyId: authorityKey && readFields(authorityKey).optional(primitiveTag(0))?.content,
    crlUrls: readCrlUrls(extensions.get(oids.crlDistributionPoints)?.value),
    isStatedQualified: isStatedQualified(extensions),
    hasUnknownCritical: hasUnknownCritical(extensions, understood),
  };
}

/**
 * The addresses in CRLDistributionPoints (RFC 5280, 4.2.1.13); none if it is malformed, since nothing depends on it.
 * Points for some reasons only, or whose list another issuer signs, are left out.
 */
function readCrlUrls(value: Uint8Array | undefined): string[] {
  const points = value && wellFormed(() => readFields(readDer(value)).rest().map(readFullName));
  return (points ?? []).flat().filter((url) => URL.canParse(url) && /^https?:/i.test(url));
}

function readFullName(point: Der): string[] {
  const fields = readFields(point);
  const name = fields.optional(constructedTag(0));
  if (!name || !fields.isAtEnd()) return [];
  const fullName = onlyPart(name);
  return fullName.tag === constructedTag(0)
    ? fullName.parts
        .filter(({ tag }) => tag === primitiveTag(6))
        .map(({ content }) => new TextDecoder().decode(content))
    : [];
}
