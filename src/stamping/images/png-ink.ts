import type { PngFile } from "./png-chunks.ts";

/** How a PNG's own pixels show paper and ink. */
export type PngInk = {
  /** Bits of one pixel; 256 pixels, one for each amount of ink from paper (0) to full (255). */
  bitsPerPixel: number;
  pixels: Uint8Array[];
  /** The palette with the colours that were missing. */
  palette: Buffer | undefined;
};

const palestPaper = 215;
const darkestInk = 90;

/**
 * Finds pixels for black on white in the PNG's own format, so that it can keep it. Undefined when there are
 * none: a full palette without light and dark colours, or white being the one transparent colour.
 */
export function findInk(file: PngFile): PngInk | undefined {
  return file.colourType === 3 ? paletteInk(file) : directInk(file);
}

function directInk({ colourType, bitDepth, transparency }: PngFile): PngInk | undefined {
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colourType] ?? 1;
  const colours = channels > 2 ? 3 : 1;
  const bitsPerPixel = channels * bitDepth;
  const pixels = Array.from({ length: 256 }, (_, ink) => {
    const light = 255 - ink;
    const sample = bitDepth === 16 ? light * 257 : Math.round((light * (2 ** bitDepth - 1)) / 255);
    const opaque = 2 ** bitDepth - 1;
    const samples = Array.from({ length: channels }, (_, channel) => (channel < colours ? sample : opaque));
    return Uint8Array.from(bitDepth === 16 ? samples.flatMap((value) => [value >> 8, value & 255]) : samples);
  });
  return transparency && hidesTone(transparency, colours, bitDepth)
    ? undefined
    : { bitsPerPixel, pixels, palette: undefined };
}

/** Whether the colour that is to be transparent is one of the greys. */
function hidesTone(key: Buffer, colours: number, bitDepth: number): boolean {
  if (key.length < 2 * colours) return false;
  const samples = Array.from(
    { length: colours },
    (_, index) => key.readUInt16BE(2 * index) & (2 ** bitDepth - 1),
  );
  return samples.every((sample) => sample === samples[0]);
}

function paletteInk({ palette, transparency, bitDepth }: PngFile): PngInk | undefined {
  if (!palette) return undefined;
  const entries = Array.from({ length: palette.length / 3 }, (_, index) => ({
    index,
    light: lightness(palette, index),
    opaque: (transparency?.[index] ?? 255) === 255,
  }));
  const added: number[] = [];
  for (const light of [255, 0, 128, 192, 64]) {
    const isThere = entries.some((entry) => entry.opaque && Math.abs(entry.light - light) < 24);
    if (isThere || entries.length >= 2 ** bitDepth) continue;
    entries.push({ index: entries.length, light, opaque: true });
    added.push(light, light, light);
  }
  const nearest = (light: number) =>
    entries
      .filter(({ opaque }) => opaque)
      .reduce((best, entry) => (distance(entry, light) < distance(best, light) ? entry : best), {
        index: -1,
        light: 999,
      });
  if (nearest(255).light < palestPaper || nearest(255).light > 255 || nearest(0).light > darkestInk)
    return undefined;
  const pixels = Array.from({ length: 256 }, (_, ink) => Uint8Array.of(nearest(255 - ink).index));
  return { bitsPerPixel: bitDepth, pixels, palette: Buffer.concat([palette, Buffer.from(added)]) };
}

const distance = (entry: { light: number }, light: number): number => Math.abs(entry.light - light);

function lightness(palette: Buffer, index: number): number {
  const [red = 0, green = 0, blue = 0] = palette.subarray(3 * index, 3 * index + 3);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
