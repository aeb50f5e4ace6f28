import { damagedPicture } from "./picture-limits.ts";

/**
 * Filters of PNG rows (ISO/IEC 15948, 9.2). `prior` is the raw row above, zeros above the first; `step` is the
 * distance to the byte of the pixel on the left.
 */
export function unfilterRow(
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

/** Filters the bytes of a row from `from` on. */
export function filterRow(
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
