import { OtherJpeg } from "./jpeg-frame.ts";
import { damagedPicture } from "./picture-limits.ts";

/**
 * Entropy-coded bytes between restart markers, without byte stuffing, and the position of the marker that ends them.
 */
export type CodedData = { intervals: Uint8Array[]; end: number };

/**
 * Splits the data of a scan at its restart markers (T.81, B.1.1.5 and E.1.4). Throws OtherJpeg unless there are exactly
 * as many as `expected` intervals need, in order.
 */
export function readIntervals(bytes: Buffer, start: number, expected: number): CodedData {
  const intervals: Uint8Array[] = [];
  let at = start;
  let from = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) throw damagedPicture();
    const next = bytes[at + 1] ?? 0;
    if (next === 0) at += 2;
    else {
      intervals.push(withoutStuffing(bytes.subarray(from, at)));
      if (next < 0xd0 || next > 0xd7) {
        const end = behindFilling(bytes, at);
        if (intervals.length !== expected || bytes[end + 1] === 0) throw new OtherJpeg();
        return { intervals, end };
      }
      if (intervals.length >= expected || next !== 0xd0 + ((intervals.length - 1) & 7)) throw new OtherJpeg();
      at += 2;
      from = at;
    }
  }
}

/** Any number of 0xff fill bytes may precede a marker (T.81, B.1.1.2). */
export function behindFilling(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
  return at;
}

function withoutStuffing(stuffed: Buffer): Uint8Array {
  const plain = new Uint8Array(stuffed.length);
  let length = 0;
  let from = 0;
  for (;;) {
    const at = stuffed.indexOf(0xff, from);
    const end = at < 0 ? stuffed.length : at + 1;
    plain.set(stuffed.subarray(from, end), length);
    length += end - from;
    if (at < 0) return plain.subarray(0, length);
    from = end + (stuffed[end] === 0 ? 1 : 0);
  }
}
