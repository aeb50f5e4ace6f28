import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { type ByteRange, byteRangesIn, latin1 } from "./byte-ranges.ts";

/** A signature that covers a PDF from its first byte to the end of a revision except its own value. */
export type FoundSignature = {
  /** The location of its value, including brackets. */
  placeholder: { start: number; end: number };
  /** It covers the first `end` bytes. */
  end: number;
  /** The name in /SubFilter; empty if there is none. */
  subFilter: string;
  /** The text in /Reason, if it is encoded as we encode texts. */
  reason?: string;
  /** The value with its padding. */
  contents: Uint8Array;
};

export type SignatureSearch = {
  /** The signatures that cover the most bytes come first. */
  signatures: FoundSignature[];
  /** The number of objects that look like signatures but do not cover the required bytes. */
  unsound: number;
  /** True if there were too many to look at all of them. */
  isCutShort: boolean;
};

const maxPlaces = 256;
/** Far more than a dictionary has besides its value. */
const around = 8192;
const longestValue = 1024 * 1024;

/**
 * Finds signatures without parsing the document: by their /ByteRange, which must leave out exactly the hexadecimal
 * string in /Contents of the same object and end at the end of a revision (ISO 32000-2, 12.8.1). Terminates quickly and
 * never throws, whatever the bytes are. For the signatures at the end of a large file, the bytes from `from` on are
 * enough. Runs in browsers.
 */
export function findSignatures(bytes: Uint8Array, from = 0): SignatureSearch {
  const signatures: FoundSignature[] = [];
  let places = 0;
  for (const { at, range } of byteRangesIn(bytes)) {
    places += 1;
    const signature = range && signatureAt(bytes, at, range, from);
    if (signature) signatures.push(signature);
    if (places === maxPlaces) break;
  }
  return {
    signatures: signatures.toSorted((one, other) => other.end - one.end),
    unsound: places - signatures.length,
    isCutShort: places === maxPlaces,
  };
}

/** SHA-256 of the bytes that a signature covers. */
export function coveredDigest(bytes: Uint8Array, { placeholder, end }: FoundSignature): Uint8Array {
  return sha256
    .create()
    .update(bytes.subarray(0, placeholder.start))
    .update(bytes.subarray(placeholder.end, end))
    .digest();
}

function signatureAt(
  bytes: Uint8Array,
  at: number,
  { placeholderStart: before, placeholderEnd: covered, rest }: ByteRange,
  from: number,
): FoundSignature | undefined {
  const [start, placeholderEnd, end] = [before - from, covered - from, covered + rest - from];
  const isSane =
    0 <= start &&
    start < placeholderEnd &&
    rest > 0 &&
    end <= bytes.length &&
    placeholderEnd - start <= 2 * longestValue + 2;
  if (!isSane || !endsRevision(bytes, end)) return undefined;
  const dictionary = dictionaryAround(bytes, start, placeholderEnd);
  const contents = hexBetween(bytes, start, placeholderEnd);
  if (!dictionary || !contents || at < dictionary.start || at >= dictionary.end) return undefined;
  const subFilter = /\/SubFilter\s{0,8}\/([\w.]{1,64})/.exec(dictionary.text)?.[1] ?? "";
  const reason = readReason(dictionary.text);
  const placeholder = { start: before, end: covered };
  return { placeholder, end: end + from, subFilter, ...(reason === undefined ? {} : { reason }), contents };
}

/** A text string in hexadecimal, UTF-16 (ISO 32000-2, 7.9.2.2). */
function readReason(dictionary: string): string | undefined {
  const [, digits] = /\/Reason <FEFF((?:[0-9a-f]{4}){1,500})>/.exec(dictionary) ?? [];
  return digits === undefined ? undefined : new TextDecoder("utf-16be").decode(hexToBytes(digits));
}

const endsRevision = (bytes: Uint8Array, end: number) =>
  /%%EOF\s{0,4}$/.test(latin1(bytes.subarray(Math.max(0, end - 16), end)));

/** The object whose /Contents is in the placeholder, if it has one range and one value. */
function dictionaryAround(bytes: Uint8Array, placeholderStart: number, placeholderEnd: number) {
  const before = latin1(bytes.subarray(Math.max(0, placeholderStart - around), placeholderStart));
  const after = latin1(bytes.subarray(placeholderEnd, placeholderEnd + around));
  const begin = before.lastIndexOf(" obj");
  const close = after.indexOf("endobj");
  if (begin < 0 || close < 0) return undefined;
  const [head, tail] = [before.slice(begin), after.slice(0, close)];
  const text = `${head} ${tail}`;
  const hasOne = (name: string) => text.split(name).length === 2;
  const isValue = /\/Contents\s{0,8}$/.test(head);
  if (!isValue || !hasOne("/Contents") || !hasOne("/ByteRange") || /\bstream\b|endobj/.test(text)) {
    return undefined;
  }
  return { text, start: placeholderStart - head.length, end: placeholderEnd + tail.length };
}

function hexBetween(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  if (bytes[start] !== 0x3c || bytes[end - 1] !== 0x3e) return undefined;
  const digits = latin1(bytes.subarray(start + 1, end - 1));
  return digits.length > 0 && digits.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(digits)
    ? hexToBytes(digits)
    : undefined;
}
