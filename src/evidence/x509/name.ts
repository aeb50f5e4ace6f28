import { readFields } from "../../formats/der/fields.ts";
import type { Der } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readOid, readText } from "../../formats/der/values.ts";
import { type Encoded, encodeSet, oid, sequence, utf8String } from "../../formats/der/write.ts";
import { oids } from "../oids.ts";

/** A distinguished name: its encoding, which is compared, a text for people, and its organization and country. */
export type Name = {
  bytes: Uint8Array;
  text: string;
  organization: string | undefined;
  country: string | undefined;
};

/**
 * Parses a Name (RFC 5280, 4.1.2.4). The text is common name and organization, or the other attributes if both are
 * missing.
 */
export function readName(der: Der): Name {
  const values = new Map<string, string>();
  for (const relative of readFields(der).rest()) {
    for (const attribute of readFields(relative, tags.set).rest()) {
      const fields = readFields(attribute);
      const type = readOid(fields.take(tags.oid));
      values.set(type, readText(fields.take()));
      fields.end();
    }
  }
  const organization = values.get(oids.organization);
  const known = [values.get(oids.commonName), organization].filter((text) => text);
  const text = (known.length > 0 ? known : [...values.values()]).join(", ");
  return { bytes: der.bytes, text, organization, country: values.get(oids.country) };
}

/** Encodes a name with an organization and a common name, at most 64 characters each (RFC 5280, appendix A.1). */
export function encodeName(organization: string, commonName: string): Encoded {
  return sequence(attribute(oids.organization, organization), attribute(oids.commonName, commonName));
}

function attribute(type: string, text: string): Encoded {
  return encodeSet([sequence(oid(type), utf8String([...text].slice(0, 64).join("")))]);
}
