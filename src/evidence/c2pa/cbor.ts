/** What CBOR (RFC 8949) can say, as far as content credentials say it: no floats, no simple values but three. */
export type Cbor = number | string | Uint8Array | boolean | null | Cbor[] | CborMap | Tagged;
export type CborMap = Map<string | number, Cbor>;

/** A value with a tag in front. */
export class Tagged {
  constructor(
    readonly tag: number,
    readonly value: Cbor,
  ) {}
}

/** The one error that reading content credentials throws of its own. Its message is for developers. */
export class MalformedCredentials extends Error {
  override readonly name = "MalformedCredentials";
}

/** The numbers CBOR gives the kinds of values (RFC 8949, 3.1), and the three simple ones (3.3). */
export const major = {
  unsigned: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const;
export const simple = { false: 20, true: 21, null: 22 } as const;

/** Negative, zero or positive as byte by byte comparison says; the shorter of two that begin alike comes first. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
