import type { PngFile } from "./png-chunks.ts";

/** How a PNG encodes paper and ink in its own pixel format. */
export type PngInk = {
  /** Bits per pixel; 256 pixels, one for each amount of ink from paper (0) to full (255). */
  bitsPerPixel: number;
  pixels: Uint8Array[];
  /** The palette, extended with the colors that were missing. */
  palette: Buffer | undefined;
};

/** Gray levels a palette needs for smooth letters, in order of importance. */
const neededTones = [255, 0, 128, 192, 64];
/** Maximum distance of paper from white and of ink from black. */
const farthest = 60;

/**
 * Finds pixel values for black on white in the PNG's own format. Undefined if there are none: a full palette without
 * light and dark colors, or white as the transparent color.
 */
export function findInk(file: PngFile): PngInk | undefined {
  return file.colorType === 3 ? paletteInk(file) : directInk(file);
}

function directInk({ colorType, bitDepth, transparency }: PngFile): PngInk | undefined {
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colorType] ?? 1;
  const colors = channels > 2 ? 3 : 1;
  const bitsPerPixel = channels * bitDepth;
  const pixels = Array.from({ length: 256 }, (_, ink) => {
    const light = 255 - ink;
    const sample = bitDepth === 16 ? light * 257 : Math.round((light * (2 ** bitDepth - 1)) / 255);
    const opaque = 2 ** bitDepth - 1;
    const samples = Array.from({ length: channels }, (_, channel) => (channel < colors ? sample : opaque));
    return Uint8Array.from(bitDepth === 16 ? samples.flatMap((value) => [value >> 8, value & 255]) : samples);
  });
  return transparency && hidesTone(transparency, colors, bitDepth)
    ? undefined
    : { bitsPerPixel, pixels, palette: undefined };
}

/** Whether the transparent color is one of the grays. */
function hidesTone(key: Buffer, colors: number, bitDepth: number): boolean {
  if (key.length < 2 * colors) return false;
  const samples = Array.from(
    { length: colors },
    (_, index) => key.readUInt16BE(2 * index) & (2 ** bitDepth - 1),
  );
  return samples.every((sample) => sample === samples[0]);
}

function paletteInk({ palette, transparency, bitDepth }: PngFile): PngInk | undefined {
  if (!palette) return undefined;
  const entries: Color[] = [];
  for (let index = 0; index < palette.length / 3; index++) {
    const opaque = (transparency?.[index] ?? 255) === 255;
    if (opaque) entries.push({ index, channels: [...palette.subarray(3 * index, 3 * index + 3)] });
  }
  let next = palette.length / 3;
  const added: number[] = [];
  for (const light of neededTones) {
    if (next >= 2 ** bitDepth || entries.some((entry) => distance(entry, light) < 24)) continue;
    const channels = [light, light, light];
    entries.push({ index: next++, channels });
    added.push(...channels);
  }
  const grays = entries.filter((entry) => isGrayish(entry));
  const paper = nearest(grays, 255);
  const ink = nearest(grays, 0);
  if (!paper || !ink || distance(paper, 255) > farthest || distance(ink, 0) > farthest) return undefined;
  const pixels = Array.from({ length: 256 }, (_, amount) =>
    Uint8Array.of((nearest(grays, 255 - amount) ?? paper).index),
  );
  return { bitsPerPixel: bitDepth, pixels, palette: Buffer.concat([palette, Buffer.from(added)]) };
}

type Color = { index: number; channels: number[] };

/** The distance between a color and a gray level in its worst channel. */
const distance = ({ channels }: Color, light: number): number =>
  Math.max(...channels.map((channel) => Math.abs(channel - light)));

const isGrayish = ({ channels }: Color): boolean => Math.max(...channels) - Math.min(...channels) < 32;

function nearest(colors: Color[], light: number): Color | undefined {
  return colors.reduce<Color | undefined>(
    (best, color) => (best === undefined || distance(color, light) < distance(best, light) ? color : best),
    undefined,
  );
}
