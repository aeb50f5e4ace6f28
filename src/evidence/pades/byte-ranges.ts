import { concatBytes } from "@noble/hashes/utils.js";

/** Decodes bytes as text, one character per byte. */
export const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** A /ByteRange from the first byte of a file: it leaves out a placeholder, and covers `rest` bytes after it. */
export type ByteRange = { placeholderStart: number; placeholderEnd: number; rest: number };

/** The location of a signature's value, including brackets; the signature covers the first `end` bytes except these. */
type Place = { placeholder: { start: number; end: number }; end: number };

const key = new TextEncoder().encode("/ByteRange");
const form = /^\/ByteRange\s{0,8}\[\s{0,8}0\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{0,64}\]/;
/** Maximum length of such a text. */
const longest = 160;

/** Every text in the bytes that begins a /ByteRange, with its numbers if it has the expected form. */
export function* byteRangesIn(
  bytes: Uint8Array,
): Generator<{ at: number; range: ByteRange | undefined }, void> {
  for (let at = nextKey(bytes, 0); at >= 0; at = nextKey(bytes, at + 1)) {
    const match = form.exec(latin1(bytes.subarray(at, at + longest)));
    const [placeholderStart = 0, placeholderEnd = 0, rest = 0] = match?.slice(1).map(Number) ?? [];
    yield { at, range: match ? { placeholderStart, placeholderEnd, rest } : undefined };
  }
}

/**
 * True if the bytes that a signature covers name no other location for its value. Its digest covers these bytes joined
 * without the value, but not its position: with a second range of the same size, the value could be moved there, and
 * everything between would have other offsets and another meaning. All variants of one signed text contain the same
 * ranges, so at most one of these files ever passes.
 */
export function isOnlyPlace(bytes: Uint8Array, place: Place): boolean {
  const { placeholder, end } = place;
  const joint = concatBytes(
    bytes.subarray(Math.max(0, placeholder.start - longest), placeholder.start),
    bytes.subarray(placeholder.end, Math.min(end, placeholder.end + longest)),
  );
  const parts = [bytes.subarray(0, placeholder.start), bytes.subarray(placeholder.end, end), joint];
  return !parts.some((part) => hasOtherPlace(part, place));
}

/** True if a range in the bytes would match the covered bytes with its value at another location. */
export function hasOtherPlace(bytes: Uint8Array, { placeholder, end }: Place): boolean {
  for (const { range } of byteRangesIn(bytes)) {
    if (!range || (range.placeholderStart === placeholder.start && range.placeholderEnd === placeholder.end))
      continue;
    const { placeholderStart, placeholderEnd, rest } = range;
    if (
      placeholderStart + rest === end - (placeholder.end - placeholder.start) ||
      placeholderEnd + rest === end
    )
      return true;
  }
  return false;
}

function nextKey(bytes: Uint8Array, from: number): number {
  // The second letter is rarer than the slash before it.
  for (let at = bytes.indexOf(0x42, from + 1); at >= 0; at = bytes.indexOf(0x42, at + 1)) {
    if (key.every((byte, place) => bytes[at - 1 + place] === byte)) return at - 1;
  }
  return -1;
}
