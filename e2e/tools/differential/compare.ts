import type { Picture, Region } from "../../../src/formats/pdf/test-tools.ts";

/** Squares of this many pixels are compared by their mean, since programs smooth edges differently. */
const square = 4;
/** A square that differs by more has changed; 1 is the difference between paper and black. */
const tolerance = 0.1;
/** Pixels around a square that are included when two programs are compared. */
const border = 4;

export type Square = { left: number; top: number };

export const haveSameSize = (a: Picture, b: Picture): boolean =>
  Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1;

/** Squares outside of `except` in which two pictures of one size differ. */
export function findChanges(before: Picture, after: Picture, except: Region | undefined): Square[] {
  const isSame = before.width === after.width && before.pixels.equals(after.pixels);
  if (isSame) return [];
  const [width, height] = [Math.min(before.width, after.width), Math.min(before.height, after.height)];
  const hidden = except && toPixels(except, after);
  const changes: Square[] = [];
  for (let top = 0; top < height; top += square) {
    for (let left = 0; left < width; left += square) {
      if (hidden && touches(left, top, hidden)) continue;
      const difference = inkIn(before, left, top, square) - inkIn(after, left, top, square);
      if (Math.abs(difference) > tolerance) changes.push({ left, top });
    }
  }
  return changes;
}

/** The share of a region's pixels that differ between two pictures of one size. */
export function findChangedShare(before: Picture, after: Picture, region: Region): number {
  const { left, top, right, bottom } = toPixels(region, after, 0);
  let changed = 0;
  let all = 0;
  for (let row = Math.max(0, top); row < Math.min(bottom, before.height, after.height); row++) {
    for (let column = Math.max(0, left); column < Math.min(right, before.width, after.width); column++) {
      const old = before.pixels[row * before.width + column] ?? 255;
      const current = after.pixels[row * after.width + column] ?? 255;
      if (Math.abs(old - current) > 16) changed++;
      all++;
    }
  }
  return changed / Math.max(1, all);
}

/**
 * True if a region shows dark letters on a light strip. A stamp of one color, however visible, says nothing.
 */
export function hasLetters({ pixels, width, height }: Picture, region: Region): boolean {
  const { left, top, right, bottom } = toPixels(region, { pixels, width, height }, 0);
  const inside: number[] = [];
  for (let row = Math.max(0, top); row < Math.min(bottom, height); row++)
    for (let column = Math.max(0, left); column < Math.min(right, width); column++)
      inside.push(pixels[row * width + column] ?? 255);
  const sorted = inside.toSorted((a, b) => a - b);
  const [dark = 255, light = 0] = [
    sorted[Math.floor(sorted.length * darkShare)],
    sorted[Math.floor(sorted.length * lightShare)],
  ];
  return light - dark > minContrast;
}

/** The darkest and the lightest pixels of a region, as parts of it, whose difference is the contrast of the letters. */
const darkShare = 0.05;
const lightShare = 0.8;
const minContrast = 40;

/**
 * True if a change made a square and its surroundings look much more as another program showed them before: they are
 * then closer to that picture than to half of the change. Either as a whole, since programs place letters differently,
 * or square by square, since added and removed parts can cancel each other out.
 */
export function becameLike(other: Picture, before: Picture, after: Picture, { left, top }: Square): boolean {
  if (!haveSameSize(other, after)) return false;
  const distance = (one: Picture, two: Picture, side: number) => {
    let sum = 0;
    for (let y = top - border; y < top + square + border; y += side)
      for (let x = left - border; x < left + square + border; x += side)
        sum += Math.abs(inkIn(one, x, y, side) - inkIn(two, x, y, side));
    return sum;
  };
  return [square + 2 * border, square].some(
    (side) => distance(other, after, side) <= distance(before, after, side) / 2,
  );
}

/** True if a square is in one of the regions, which are rounded to whole squares. */
export const isWithin = ({ left, top }: Square, regions: Region[], picture: Picture): boolean =>
  regions.some((region) => touches(left, top, toPixels(region, picture, 1)));

/** True if programs drew some part of a region differently. */
export function wasShownDifferently(pictures: Picture[], region: Region): boolean {
  const [picture] = pictures;
  if (!picture) return false;
  const { left, top, right, bottom } = toPixels(region, picture, 0);
  for (let row = top; row < bottom; row += square) {
    for (let column = left; column < right; column += square) {
      const inks = pictures.map((drawn) => inkIn(drawn, column, row, square));
      if (Math.max(...inks) - Math.min(...inks) > tolerance) return true;
    }
  }
  return false;
}

/** Two more pixels on each side for the smoothing of edges. */
function toPixels({ left, top, right, bottom }: Region, { width, height }: Picture, margin = 2): Region {
  return {
    left: Math.floor(left * width) - margin,
    top: Math.floor(top * height) - margin,
    right: Math.ceil(right * width) + margin,
    bottom: Math.ceil(bottom * height) + margin,
  };
}

const touches = (left: number, top: number, region: Region): boolean =>
  left < region.right && left + square > region.left && top < region.bottom && top + square > region.top;

function inkIn({ pixels, width, height }: Picture, left: number, top: number, side: number): number {
  let ink = 0;
  let count = 0;
  for (let row = Math.max(0, top); row < Math.min(height, top + side); row++) {
    for (let column = Math.max(0, left); column < Math.min(width, left + side); column++) {
      ink += 255 - (pixels[row * width + column] ?? 255);
      count++;
    }
  }
  return ink / 255 / Math.max(1, count);
}
