import { concatBytes } from "@noble/hashes/utils.js";

/** Bytes as text, each as one character of its own. */
export const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** A /ByteRange from the first byte of a file: it leaves out a gap, and goes on for `rest` bytes behind it. */
export type ByteRange = { gapStart: number; gapEnd: number; rest: number };

/** Where a signature's value stands, brackets included; it covers the first `end` bytes but these. */
type Place = { gap: { start: number; end: number }; end: number };

const key = new TextEncoder().encode("/ByteRange");
const form = /^\/ByteRange\s{0,8}\[\s{0,8}0\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{0,64}\]/;
/** No text that has this form is longer. */
const longest = 160;

/** Every text in the bytes that begins a /ByteRange, with its numbers where it has the form that is read here. */
export function* byteRangesIn(
  bytes: Uint8Array,
): Generator<{ at: number; range: ByteRange | undefined }, void> {
  for (let at = nextKey(bytes, 0); at >= 0; at = nextKey(bytes, at + 1)) {
    const match = form.exec(latin1(bytes.subarray(at, at + longest)));
    const [gapStart = 0, gapEnd = 0, rest = 0] = match?.slice(1).map(Number) ?? [];
    yield { at, range: match ? { gapStart, gapEnd, rest } : undefined };
  }
}

/**
 * True when the bytes that a signature covers name no other place for its value. Its digest is of these bytes alone,
 * joined where the value was left out, and says nothing of where that was: with a second range as long, the value
 * could be moved there, and everything between would stand at other offsets and mean something else. All that could
 * be made of one signed text has the same ranges in it, so that of these files at most one is ever told to be sound.
 */
export function isOnlyPlace(bytes: Uint8Array, place: Place): boolean {
  const { gap, end } = place;
  const joint = concatBytes(
    bytes.subarray(Math.max(0, gap.start - longest), gap.start),
    bytes.subarray(gap.end, Math.min(end, gap.end + longest)),
  );
  const parts = [bytes.subarray(0, gap.start), bytes.subarray(gap.end, end), joint];
  return !parts.some((part) => hasOtherPlace(part, place));
}

/** True when a range in the bytes would fit what a signature covers, with its value at another place. */
export function hasOtherPlace(bytes: Uint8Array, { gap, end }: Place): boolean {
  for (const { range } of byteRangesIn(bytes)) {
    if (!range || (range.gapStart === gap.start && range.gapEnd === gap.end)) continue;
    const { gapStart, gapEnd, rest } = range;
    if (gapStart + rest === end - (gap.end - gap.start) || gapEnd + rest === end) return true;
  }
  return false;
}

function nextKey(bytes: Uint8Array, from: number): number {
  // The second letter is rarer than the stroke before it.
  for (let at = bytes.indexOf(0x42, from + 1); at >= 0; at = bytes.indexOf(0x42, at + 1)) {
    if (key.every((byte, place) => bytes[at - 1 + place] === byte)) return at - 1;
  }
  return -1;
}
