import { concatBytes } from "@noble/hashes/utils.js";
import { type Cbor, compareBytes, major, simple, Tagged } from "./cbor.ts";

/** The deterministic encoding of a value (RFC 8949, 4.2.1). Runs in browsers. */
export function writeCbor(value: Cbor): Uint8Array {
  if (typeof value === "number") {
    return value < 0 ? head(major.negative, -1 - value) : head(major.unsigned, value);
  }
  if (typeof value === "string") return lengthAndBytes(major.text, new TextEncoder().encode(value));
  if (value instanceof Uint8Array) return lengthAndBytes(major.bytes, value);
  if (value === null) return head(major.simple, simple.null);
  if (typeof value === "boolean") return head(major.simple, value ? simple.true : simple.false);
  if (value instanceof Tagged) return concatBytes(head(major.tag, value.tag), writeCbor(value.value));
  if (Array.isArray(value)) return concatBytes(head(major.array, value.length), ...value.map(writeCbor));
  const entries = [...value].map(([key, one]) => [writeCbor(key), writeCbor(one)] as const);
  const sorted = entries.toSorted(([one], [other]) => compareBytes(one, other));
  return concatBytes(head(major.map, value.size), ...sorted.flat());
}

/** A map with text keys, without the undefined entries. */
export function cborMap(entries: Record<string, Cbor | undefined>): Map<string, Cbor> {
  return new Map(
    Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function lengthAndBytes(kind: number, bytes: Uint8Array): Uint8Array {
  return concatBytes(head(kind, bytes.length), bytes);
}

/** The major type and a number below 2^32 in as few bytes as possible. */
function head(kind: number, argument: number): Uint8Array {
  const first = kind << 5;
  if (!Number.isInteger(argument) || argument > 0xffff_ffff)
    throw new RangeError("The number is outside the supported range.");
  if (argument < 24) return Uint8Array.of(first | argument);
  if (argument < 0x100) return Uint8Array.of(first | 24, argument);
  if (argument < 0x1_0000) return Uint8Array.of(first | 25, argument >> 8, argument & 255);
  const bytes = Uint8Array.of(first | 26, 0, 0, 0, 0);
  new DataView(bytes.buffer).setUint32(1, argument);
  return bytes;
}
