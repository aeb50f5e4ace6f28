import { stampColors } from "../stamp/stamp.ts";
import type { PngFile } from "./png-chunks.ts";

/** How a PNG encodes the strip's tint and ink in its own pixel format. */
export type PngInk = {
  /** Bits per pixel; 256 pixels, one for each amount of ink from tint (0) to full (255). */
  bitsPerPixel: number;
  pixels: Uint8Array[];
  /** The palette, extended with the colors that were missing. */
  palette: Buffer | undefined;
};

/** Amounts of ink a palette needs for smooth letters, in order of importance. */
const neededAmounts = [0, 255, 128, 64, 192];
/** Maximum distance of a palette's tint and ink from the colors of the strip. */
const farthest = 60;
/** A palette that has a color nearer than this does not get another one. */
const sameColor = 12;

/** The strip's color for an amount of ink from 0 to 255. */
function colorAt(amount: number): number[] {
  const { tint, ink } = stampColors;
  return tint.map((channel, index) => Math.round(channel + (((ink[index] ?? 0) - channel) * amount) / 255));
}

/** Gray by Rec. 601, as decoders convert colors. */
function toGray([red = 0, green = 0, blue = 0]: number[]): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

/**
 * Finds pixel values for the strip in the own format of a PNG without transparent colors. Undefined if there are none:
 * a full palette without light and dark colors.
 */
export function findInk(file: PngFile): PngInk | undefined {
  return file.colorType === 3 ? paletteInk(file) : directInk(file);
}

function directInk({ colorType, bitDepth }: PngFile): PngInk {
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colorType] ?? 1;
  const colors = channels > 2 ? 3 : 1;
  const bitsPerPixel = channels * bitDepth;
  const max = 2 ** bitDepth - 1;
  const samples = Array.from({ length: 256 }, (_, amount) => {
    const color = colorAt(amount);
    return (colors === 1 ? [toGray(color)] : color).map((value) => Math.round((value * max) / 255));
  });
  const pixels = samples.map((values) => {
    const all = channels > colors ? [...values, max] : values;
    return Uint8Array.from(bitDepth === 16 ? all.flatMap((value) => [value >> 8, value & 255]) : all);
  });
  return { bitsPerPixel, pixels, palette: undefined };
}

function paletteInk({ palette, bitDepth }: PngFile): PngInk | undefined {
  if (!palette) return undefined;
  const entries: Color[] = [];
  for (let index = 0; index < palette.length / 3; index++)
    entries.push({ index, channels: [...palette.subarray(3 * index, 3 * index + 3)] });
  let next = palette.length / 3;
  const added: number[] = [];
  for (const amount of neededAmounts) {
    const channels = colorAt(amount);
    if (next >= 2 ** bitDepth || entries.some((entry) => distance(entry, channels) < sameColor)) continue;
    entries.push({ index: next++, channels });
    added.push(...channels);
  }
  const found = (amount: number) => nearest(entries, colorAt(amount));
  const [tint, ink] = [found(0), found(255)];
  if (!tint || !ink) return undefined;
  if (distance(tint, colorAt(0)) > farthest || distance(ink, colorAt(255)) > farthest) return undefined;
  const pixels = Array.from({ length: 256 }, (_, amount) => Uint8Array.of((found(amount) ?? tint).index));
  return { bitsPerPixel: bitDepth, pixels, palette: Buffer.concat([palette, Buffer.from(added)]) };
}

type Color = { index: number; channels: number[] };

/** The distance between two colors in their worst channel. */
const distance = ({ channels }: Color, wanted: number[]): number =>
  Math.max(...channels.map((channel, index) => Math.abs(channel - (wanted[index] ?? 0))));

function nearest(colors: Color[], wanted: number[]): Color | undefined {
  return colors.reduce<Color | undefined>(
    (best, color) => (best === undefined || distance(color, wanted) < distance(best, wanted) ? color : best),
    undefined,
  );
}
