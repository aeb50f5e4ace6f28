import { readFields } from "../../formats/der/fields.ts";
import { MalformedDer } from "../../formats/der/malformed.ts";
import type { Der } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readOid } from "../../formats/der/values.ts";
import { type Encoded, oid, sequence, setOf } from "../../formats/der/write.ts";

/** Attributes of a signature by their object identifier: the values of each. */
export type Attributes = Map<string, Der[]>;

/** SET OF Attribute (RFC 5652, 5.3) behind a replaced tag; no type twice. */
export function readAttributes(der: Der, tag: number): Attributes {
  const attributes: Attributes = new Map();
  for (const part of readFields(der, tag).rest()) {
    const fields = readFields(part);
    const type = readOid(fields.take(tags.oid));
    const values = readFields(fields.take(tags.set), tags.set).rest();
    fields.end();
    if (attributes.has(type)) throw new MalformedDer("an attribute twice");
    attributes.set(type, values);
  }
  return attributes;
}

/** One attribute with one value. */
export const attribute = (type: string, value: Encoded) => sequence(oid(type), setOf([value]));
