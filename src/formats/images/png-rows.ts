import { elementAt } from "./element-at.ts";
import { damagedPicture } from "./picture-limits.ts";
import type { PngInk } from "./png-ink.ts";
import type { StampStrip } from "./stamp-strip.ts";

/**
 * The filtered rows of the picture with its strip. Pixels of the picture keep their bits and, where possible, their
 * filters; only a few rows are in memory at a time. `check` is called with the bits of each row of the picture.
 */
export async function* extendRows(
  pictureData: AsyncIterable<Buffer>,
  strip: StampStrip,
  ink: PngInk,
  check: (row: Uint8Array) => void,
): AsyncGenerator<Buffer> {
  const { bitsPerPixel } = ink;
  const step = Math.max(1, bitsPerPixel >> 3);
  const countBytes = (pixels: number) => Math.ceil((pixels * bitsPerPixel) / 8);
  const size = countBytes(strip.canvas.width);
  const source = readRows(pictureData, 1 + countBytes(strip.picture.width));
  const bare = new Uint8Array(size);
  for (let x = 0; x < strip.canvas.width; x++) setPixel(bare, x, 0, ink);
  let prior = new Uint8Array(size);
  let raw = new Uint8Array(size);
  let picturePrior = new Uint8Array(countBytes(strip.picture.width));
  let picture = new Uint8Array(picturePrior.length);
  for (let y = 0; y < strip.canvas.height; y++) {
    raw.set(bare);
    const out = Buffer.alloc(size + 1);
    const filtered = out.subarray(1);
    const pictureY = y - strip.picture.top;
    let filteredUpTo = 0;
    if (pictureY >= 0 && pictureY < strip.picture.height) {
      const row = (await source.next()).value;
      if (!row) throw damagedPicture();
      out[0] = row[0] ?? 0;
      unfilterRow(row[0] ?? 0, row.subarray(1), picturePrior, picture, step);
      check(picture);
      raw.set(picture);
      for (let x = strip.picture.width; x < strip.canvas.width && (x * bitsPerPixel) % 8 !== 0; x++)
        setPixel(raw, x, 0, ink);
      if (pictureY > 0 || y === 0) {
        filteredUpTo = Math.floor((strip.picture.width * bitsPerPixel) / 8);
        filtered.set(row.subarray(1, 1 + filteredUpTo));
      }
      [picturePrior, picture] = [picture, picturePrior];
    } else {
      out[0] = pictureY > strip.picture.height || (pictureY < 0 && y > 0) ? 2 : 0;
    }
    drawInk(raw, y - strip.top, strip, ink);
    filterRow(out[0] ?? 0, raw, prior, filtered, step, filteredUpTo);
    [prior, raw] = [raw, prior];
    yield out;
  }
}

function drawInk(raw: Uint8Array, row: number, strip: StampStrip, ink: PngInk): void {
  if (row < 0 || row >= strip.height) return;
  const start = row * strip.width;
  for (let x = 0; x < strip.width; x++) {
    const amount = strip.ink[start + x] as number;
    if (amount > 0) setPixel(raw, strip.left + x, amount, ink);
  }
}

function setPixel(raw: Uint8Array, x: number, amount: number, { bitsPerPixel, pixels }: PngInk): void {
  const pixel = elementAt(pixels, amount);
  if (bitsPerPixel >= 8) {
    raw.set(pixel, (x * bitsPerPixel) >> 3);
    return;
  }
  const bit = x * bitsPerPixel;
  const shift = 8 - bitsPerPixel - (bit & 7);
  const mask = (2 ** bitsPerPixel - 1) << shift;
  raw[bit >> 3] = ((raw[bit >> 3] as number) & ~mask) | ((pixel[0] as number) << shift);
}

/** Splits a byte stream into rows; an incomplete last row is dropped. */
async function* readRows(data: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of data) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (; at + size <= bytes.length; at += size) yield bytes.subarray(at, at + size);
    rest = bytes.subarray(at);
  }
}

/**
 * Filters of PNG rows (ISO/IEC 15948, 9.2). `prior` is the raw row above, zeros above the first; `step` is the
 * distance to the byte of the pixel on the left.
 */
function unfilterRow(
  type: number,
  filtered: Uint8Array,
  prior: Uint8Array,
  raw: Uint8Array,
  step: number,
): void {
  const length = filtered.length;
  raw.set(filtered);
  if (type === 0) return;
  if (type === 1) {
    for (let at = step; at < length; at++) raw[at] = (raw[at] as number) + (raw[at - step] as number);
  } else if (type === 2) {
    for (let at = 0; at < length; at++) raw[at] = (raw[at] as number) + (prior[at] as number);
  } else if (type === 3) {
    for (let at = 0; at < length; at++) {
      const left = at < step ? 0 : (raw[at - step] as number);
      raw[at] = (raw[at] as number) + ((left + (prior[at] as number)) >> 1);
    }
  } else if (type === 4) {
    for (let at = 0; at < step; at++) raw[at] = (raw[at] as number) + (prior[at] as number);
    for (let at = step; at < length; at++) {
      const guess = paeth(raw[at - step] as number, prior[at] as number, prior[at - step] as number);
      raw[at] = (raw[at] as number) + guess;
    }
  } else {
    throw damagedPicture();
  }
}

/** Filters the bytes of a row, starting at `from`. */
function filterRow(
  type: number,
  raw: Uint8Array,
  prior: Uint8Array,
  filtered: Uint8Array,
  step: number,
  from: number,
): void {
  for (let at = from; at < raw.length; at++) {
    const left = at < step ? 0 : (raw[at - step] as number);
    const above = prior[at] as number;
    const aboveLeft = at < step ? 0 : (prior[at - step] as number);
    const guess =
      [0, left, above, (left + above) >> 1, type === 4 ? paeth(left, above, aboveLeft) : 0][type] ?? 0;
    filtered[at] = (raw[at] as number) - guess;
  }
}

function paeth(left: number, above: number, aboveLeft: number): number {
  const byLeft = Math.abs(above - aboveLeft);
  const byAbove = Math.abs(left - aboveLeft);
  const byBoth = Math.abs(left + above - 2 * aboveLeft);
  if (byLeft <= byAbove && byLeft <= byBoth) return left;
  return byAbove <= byBoth ? above : aboveLeft;
}
