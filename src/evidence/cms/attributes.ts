import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import type { Der } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readOid } from "../../formats/der/values.ts";
import { type Encoded, encodeSet, oid, sequence } from "../../formats/der/write.ts";

/** The values of each signature attribute, by object identifier. */
export type Attributes = Map<string, Der[]>;

/** Reads an implicitly tagged SET OF Attribute (RFC 5652, 5.3). Rejects duplicate types. */
export function readAttributes(der: Der, tag: number): Attributes {
  const attributes: Attributes = new Map();
  for (const part of readFields(der, tag).rest()) {
    const fields = readFields(part);
    const type = readOid(fields.take(tags.oid));
    const values = readFields(fields.take(tags.set), tags.set).rest();
    fields.end();
    if (attributes.has(type)) throw new MalformedDer("An attribute occurs twice.");
    attributes.set(type, values);
  }
  return attributes;
}

/** An attribute with one value. */
export const attribute = (type: string, value: Encoded) => sequence(oid(type), encodeSet([value]));
