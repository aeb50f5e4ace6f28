import { constructedTag, primitiveTag, tags } from "./tags.ts";

/** A DER-encoded value (X.690): tag, shortest length, content. */
export type Encoded = Uint8Array;

/** Encodes a value from its identifier octet and content. */
export function encode(tag: number, ...content: Uint8Array[]): Encoded {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...lengthOctets(length)];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  let at = header.length;
  for (const part of content) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

/** Encodes a SEQUENCE; undefined parts are omitted. */
export const sequence = (...parts: (Encoded | undefined)[]) =>
  encode(tags.sequence, ...parts.filter((part) => part !== undefined));

/** Encodes a SET OF, sorted by encoding (X.690, 11.6); pass `tag` for an implicitly tagged one. */
export const encodeSet = (parts: Encoded[], tag: number = tags.set) =>
  encode(tag, ...parts.toSorted(compareBytes));

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const differsAt = one.findIndex((byte, at) => byte !== other[at]);
  return differsAt < 0 ? one.length - other.length : (one[differsAt] ?? 0) - (other[differsAt] ?? -1);
}

/** Encodes [number] EXPLICIT, or an implicitly tagged constructed value with these parts. */
export const tagged = (number: number, ...parts: Encoded[]) => encode(constructedTag(number), ...parts);

/** Encodes [number] IMPLICIT of a primitive value with this content. */
export const taggedPrimitive = (number: number, content: Uint8Array) => encode(primitiveTag(number), content);

export const integer = (value: bigint | number) => encode(tags.integer, integerContent(value));

/** The content octets of an INTEGER: two's complement, as short as possible (X.690, 8.3). */
export function integerContent(number: bigint | number): Uint8Array {
  const value = BigInt(number);
  let octets = 1;
  while (BigInt.asIntN(octets * 8, value) !== value) octets++;
  const unsigned = BigInt.asUintN(octets * 8, value);
  return Uint8Array.from({ length: octets }, (_, at) =>
    Number((unsigned >> BigInt(8 * (octets - 1 - at))) & 0xffn),
  );
}

export const enumerated = (value: number) => encode(tags.enumerated, integerContent(value));
export const boolean = (value: boolean) => encode(tags.boolean, Uint8Array.of(value ? 0xff : 0));
export const octetString = (bytes: Uint8Array) => encode(tags.octetString, bytes);
export const utf8String = (text: string) => encode(tags.utf8String, new TextEncoder().encode(text));

/** Encodes a BIT STRING of whole octets. */
export const bitOctets = (bytes: Uint8Array) => encode(tags.bitString, Uint8Array.of(0), bytes);

/** The content octets of a BIT STRING of named bits, without trailing zeros (X.690, 11.2.2). */
function namedBitsContent(bits: number[]): Uint8Array {
  const last = Math.max(...bits);
  const octets = new Uint8Array(2 + (last >> 3));
  octets[0] = 7 - (last & 7);
  for (const bit of bits) octets[1 + (bit >> 3)] = (octets[1 + (bit >> 3)] ?? 0) | (0x80 >> (bit & 7));
  return octets;
}

/** Encodes a BIT STRING of named bits. */
export const namedBits = (...bits: number[]) => encode(tags.bitString, namedBitsContent(bits));

/** The OIDs that this program writes are constants: each is encoded once. */
const encodedOids = new Map<string, Encoded>();

/** Encodes an OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Encoded {
  const known = encodedOids.get(dotted);
  if (known) return known;
  const [top = 0n, second = 0n, ...rest] = dotted.split(".").map(BigInt);
  const encoded = encode(tags.oid, Uint8Array.from([top * 40n + second, ...rest].flatMap(base128)));
  encodedOids.set(dotted, encoded);
  return encoded;
}

function base128(value: bigint): number[] {
  const octets = [Number(value & 0x7fn)];
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) octets.unshift(Number(rest & 0x7fn) | 0x80);
  return octets;
}
