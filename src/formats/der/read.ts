import { MalformedDer } from "./malformed.ts";

/** One value as encoded. `parts` are the values inside a constructed value, empty for a primitive one. */
export type Der = {
  /** The identifier octet, including class and form. */
  tag: number;
  /** The content octets, without the header. */
  content: Uint8Array;
  /** Header and content: the bytes that a signature or hash of this value covers. */
  bytes: Uint8Array;
  parts: Der[];
};

/** Far larger than any certificate, token or revocation list, far smaller than what exhausts a browser. */
const largest = 4 * 1024 * 1024;
const deepest = 32;
const maxValues = 50_000;

/**
 * Reads one value strictly (X.690, clause 10): definite and shortest lengths, one-octet tags, no trailing bytes. At
 * most 4 MiB, 32 levels and 50,000 values. Throws only `MalformedDer`. Runs in browsers.
 */
export function readDer(bytes: Uint8Array): Der {
  if (bytes.length > largest) throw new MalformedDer("too large");
  const [der, end] = readValue(bytes, 0, bytes.length, 0, { left: maxValues });
  if (end !== bytes.length) throw new MalformedDer("bytes behind the value");
  return der;
}

/** The first value without the zero padding that follows it, as in the Contents of a PDF signature. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  const { end } = readHeader(bytes, 0, bytes.length);
  if (bytes.subarray(end).some((byte) => byte !== 0)) throw new MalformedDer("bytes behind the value");
  return bytes.subarray(0, end);
}

function readValue(
  bytes: Uint8Array,
  at: number,
  limit: number,
  depth: number,
  values: { left: number },
): [Der, number] {
  if (depth > deepest) throw new MalformedDer("too deep");
  if (--values.left < 0) throw new MalformedDer("too many values");
  const { tag, start, end } = readHeader(bytes, at, limit);
  const parts: Der[] = [];
  const isConstructed = (tag & 0x20) !== 0;
  for (let next = start; isConstructed && next < end; ) {
    const [part, partEnd] = readValue(bytes, next, end, depth + 1, values);
    parts.push(part);
    next = partEnd;
  }
  return [{ tag, content: bytes.subarray(start, end), bytes: bytes.subarray(at, end), parts }, end];
}

function readHeader(
  bytes: Uint8Array,
  at: number,
  limit: number,
): { tag: number; start: number; end: number } {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new MalformedDer("cut off");
  if (tag === 0 || (tag & 0x1f) === 0x1f) throw new MalformedDer("a tag of no type we know");
  const lengthOctets = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80) throw new MalformedDer("an indefinite length");
  const start = at + 2 + lengthOctets;
  let length = first < 0x80 ? first : 0;
  for (const octet of bytes.subarray(at + 2, start)) length = length * 256 + octet;
  if (start + length > limit) throw new MalformedDer("cut off");
  if (lengthOctets > 0 && length < Math.max(0x80, 256 ** (lengthOctets - 1))) {
    throw new MalformedDer("a length that is longer than needed");
  }
  return { tag, start, end: start + length };
}
