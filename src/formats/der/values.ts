import { expectTag } from "./fields.ts";
import { MalformedDer } from "./malformed.ts";
import type { Der } from "./read.ts";
import { tags } from "./tags.ts";

/** Reads an INTEGER of up to 16 Kbit; pass `tag` for an implicitly tagged one. */
export function readInteger(der: Der, tag: number = tags.integer): bigint {
  const { content } = expectTag(der, tag);
  const [first = 0, second = 0] = content;
  const isLongerThanNeeded =
    content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (content.length === 0 || content.length > 2048 || isLongerThanNeeded) {
    throw new MalformedDer("an integer");
  }
  return BigInt.asIntN(content.length * 8, unsignedInteger(content));
}

/** INTEGER that must be between 0 and `max`. */
export function readSmallInteger(der: Der, max: number, tag: number = tags.integer): number {
  const value = readInteger(der, tag);
  if (value < 0n || value > BigInt(max)) throw new MalformedDer("an integer out of range");
  return Number(value);
}

/** Big-endian bytes as an unsigned number. */
export function unsignedInteger(bytes: Uint8Array): bigint {
  let hex = "0x0";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return BigInt(hex);
}

/** Reads a BOOLEAN: 00 or FF (X.690, 11.1). */
export function readBoolean(der: Der): boolean {
  const { content } = expectTag(der, tags.boolean);
  const [value] = content;
  if (content.length !== 1 || (value !== 0 && value !== 0xff)) throw new MalformedDer("a boolean");
  return value === 0xff;
}

/** Reads an OBJECT IDENTIFIER into dotted form; each arc must be encoded in its shortest form. */
export function readOid(der: Der): string {
  const { content } = expectTag(der, tags.oid);
  const [last = 0x80] = content.subarray(-1);
  if (content.length > 64 || last >= 0x80) throw new MalformedDer("an object identifier");
  const arcs: bigint[] = [];
  let arc = 0n;
  let isAtStart = true;
  for (const octet of content) {
    if (isAtStart && octet === 0x80) throw new MalformedDer("an object identifier");
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    isAtStart = octet < 0x80;
    if (!isAtStart) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [head = 0n, ...rest] = arcs;
  const top = head < 80n ? head / 40n : 2n;
  return [top, head - top * 40n, ...rest].join(".");
}

/** Reads an OCTET STRING. */
export function readOctetString(der: Der): Uint8Array {
  return expectTag(der, tags.octetString).content;
}

/** Reads a BIT STRING; its unused bits must be zero. */
function readBitString(der: Der): { octets: Uint8Array; unused: number } {
  const { content } = expectTag(der, tags.bitString);
  const unused = content[0] ?? 8;
  const octets = content.subarray(1);
  const isWrong = unused > 7 || (octets.length === 0 && unused > 0);
  if (isWrong || ((octets.at(-1) ?? 0) & ((1 << unused) - 1)) !== 0) throw new MalformedDer("a bit string");
  return { octets, unused };
}

/** Reads a BIT STRING of whole octets, such as a signature or a public key. */
export function readBitOctets(der: Der): Uint8Array {
  const { octets, unused } = readBitString(der);
  if (unused !== 0) throw new MalformedDer("a bit string of whole octets belongs here");
  return octets;
}

/** Reads a BIT STRING of named bits: the numbers of the bits that are set. */
export function readNamedBits(der: Der): Set<number> {
  const { octets } = readBitString(der);
  if (octets.length > 8) throw new MalformedDer("more named bits than any type has");
  const set = new Set<number>();
  for (let bit = 0; bit < octets.length * 8; bit++) {
    if (((octets[bit >> 3] ?? 0) << (bit & 7)) & 0x80) set.add(bit);
  }
  return set;
}

const encodings = new Map<number, "latin1" | "utf-16be">([
  [tags.teletexString, "latin1"],
  [tags.bmpString, "utf-16be"],
]);

/** Decodes any string type used in names; bytes that cannot be decoded become U+FFFD. */
export function readText({ tag, content }: Der): string {
  return new TextDecoder(encodings.get(tag) ?? "utf-8").decode(content);
}
