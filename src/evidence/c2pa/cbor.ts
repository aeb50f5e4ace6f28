/** The CBOR values (RFC 8949) that content credentials use: no floats, and only three simple values. */
export type Cbor = number | string | Uint8Array | boolean | null | Cbor[] | CborMap | Tagged;
export type CborMap = Map<string | number, Cbor>;

/** A tagged value. */
export class Tagged {
  constructor(
    readonly tag: number,
    readonly value: Cbor,
  ) {}
}

/** The only error that the credentials parser throws. Its message is for developers. */
export class MalformedCredentials extends Error {
  override readonly name = "MalformedCredentials";
}

/** CBOR's major types (RFC 8949, 3.1) and the three simple values (3.3). */
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

/** Compares byte by byte; negative, zero or positive. If one is a prefix of the other, the shorter comes first. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
