import { type Fields, onlyPart, readFields } from "../../formats/der/fields.ts";
import { type Der, readDer } from "../../formats/der/read.ts";
import { constructedTag, tags } from "../../formats/der/tags.ts";
import { readGeneralizedTime, readTime } from "../../formats/der/times.ts";
import { readInteger, readSmallInteger } from "../../formats/der/values.ts";
import { oids } from "../oids.ts";
import { type Extensions, hasUnknownCritical, readExtensions } from "./extensions.ts";
import { type Name, readName } from "./name.ts";
import { readSigned, type Signed } from "./signed.ts";

/** The reasons (RFC 5280, 5.3.1) that we write or check. */
export const revocationReasons = {
  unspecified: 0,
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const;

/** One entry of a list. */
export type Revocation = {
  serialNumber: bigint;
  /** When it was put on the list. */
  at: Date;
  /** The number of RFC 5280, 5.3.1; undefined if it is missing. */
  reason: number | undefined;
  /** Since when the key may have been in other hands, if that was earlier (RFC 5280, 5.3.2). */
  invalidSince?: Date;
};

/** A certificate revocation list, parsed but not verified. */
export type Crl = Signed & {
  /** The whole list in DER. */
  bytes: Uint8Array;
  issuer: Name;
  /** The CRL number; 0 if the list has none. */
  number: bigint;
  thisUpdate: Date;
  nextUpdate: Date | undefined;
  revocations: Revocation[];
  /** There is an unknown critical extension: the list cannot be trusted. */
  hasUnknownCritical: boolean;
};

/** Parses a full list (RFC 5280, 5.1). Throws `MalformedDer`. Runs in browsers. */
export function readCrl(bytes: Uint8Array): Crl {
  const { signed, fields, checkAlgorithm } = readSigned(bytes);
  fields.optional(tags.integer);
  checkAlgorithm(fields.take(tags.sequence));
  const issuer = readName(fields.take(tags.sequence));
  const thisUpdate = readTime(fields.take());
  const nextUpdate = optionalTime(fields);
  const entries = (fields.optional(tags.sequence)?.parts ?? []).map(readEntry);
  const extensionsField = fields.optional(constructedTag(0));
  fields.end();
  const extensions: Extensions = extensionsField ? readExtensions(onlyPart(extensionsField)) : new Map();
  const number = extensions.get(oids.crlNumber);
  return {
    ...signed,
    bytes,
    issuer,
    number: number ? readInteger(readDer(number.value)) : 0n,
    thisUpdate,
    nextUpdate,
    revocations: entries.map(({ revocation }) => revocation),
    hasUnknownCritical:
      hasUnknownCritical(extensions, new Set()) || entries.some((entry) => entry.hasUnknownCritical),
  };
}

function optionalTime(fields: Fields): Date | undefined {
  const field = fields.optional(tags.utcTime) ?? fields.optional(tags.generalizedTime);
  return field && readTime(field);
}

const understoodInEntries = new Set<string>([oids.reasonCode, oids.invalidityDate]);

function readEntry(der: Der): { revocation: Revocation; hasUnknownCritical: boolean } {
  const fields = readFields(der);
  const serialNumber = readInteger(fields.take(tags.integer));
  const at = readTime(fields.take());
  const extensionsField = fields.optional(tags.sequence);
  fields.end();
  const extensions: Extensions = extensionsField ? readExtensions(extensionsField) : new Map();
  const reasonField = extensions.get(oids.reasonCode);
  const reason = reasonField && readSmallInteger(readDer(reasonField.value), 10, tags.enumerated);
  const invalidity = extensions.get(oids.invalidityDate);
  const invalidSince = invalidity && readGeneralizedTime(readDer(invalidity.value));
  return {
    revocation: { serialNumber, at, reason, ...(invalidSince && { invalidSince }) },
    hasUnknownCritical: hasUnknownCritical(extensions, understoodInEntries),
  };
}
