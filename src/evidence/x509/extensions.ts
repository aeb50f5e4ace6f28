import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import type { Der } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readBoolean, readOctetString, readOid } from "../../formats/der/values.ts";
import { boolean, type Encoded, octetString, oid, sequence } from "../../formats/der/write.ts";

/** Extensions by object identifier; `value` is the encoding inside. */
export type Extensions = Map<string, { isCritical: boolean; value: Uint8Array }>;

/**
 * Parses the extensions (RFC 5280, 4.1.2.9) of a certificate, a revocation list or one of its entries; duplicates are
 * rejected.
 */
export function readExtensions(der: Der): Extensions {
  const extensions: Extensions = new Map();
  for (const part of readFields(der).rest()) {
    const fields = readFields(part);
    const type = readOid(fields.take(tags.oid));
    const critical = fields.optional(tags.boolean);
    const value = readOctetString(fields.take(tags.octetString));
    fields.end();
    if (extensions.has(type)) throw new MalformedDer("an extension twice");
    extensions.set(type, { isCritical: critical !== undefined && readBoolean(critical), value });
  }
  return extensions;
}

/** True if there is a critical extension that is not among these (RFC 5280, 4.2). */
export function hasUnknownCritical(extensions: Extensions, known: ReadonlySet<string>): boolean {
  return [...extensions].some(([type, { isCritical }]) => isCritical && !known.has(type));
}

/** Encodes one extension; an absent `critical` means false. */
export function extension(type: string, value: Encoded, criticality?: "critical"): Encoded {
  return sequence(oid(type), criticality && boolean(true), octetString(value));
}
