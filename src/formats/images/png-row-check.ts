import { damagedPicture } from "./picture-limits.ts";
import type { PngFile } from "./png-chunks.ts";

/** Thrown for a picture with an alpha channel that is not opaque everywhere. */
export class TransparentPixel extends Error {}

/**
 * A check for the unfiltered rows of a picture without tRNS chunk. It throws TransparentPixel, or AppError for a pixel
 * whose color is not in the palette, because decoders make up different ones.
 */
export function createRowCheck(file: PngFile): (row: Uint8Array) => void {
  const { colorType, bitDepth, palette } = file;
  if (colorType === 4 || colorType === 6)
    return alphaCheck((colorType === 4 ? 2 : 4) * (bitDepth >> 3), bitDepth >> 3);
  const colors = (palette?.length ?? 0) / 3;
  return palette && colors < 2 ** bitDepth ? paletteCheck(file, colors) : () => undefined;
}

/** `step` and `size` are those of a pixel and of its alpha sample in bytes. */
function alphaCheck(step: number, size: number): (row: Uint8Array) => void {
  return (row) => {
    for (let end = step; end <= row.length; end += step)
      if (row[end - 1] !== 255 || row[end - size] !== 255) throw new TransparentPixel();
  };
}

function paletteCheck({ width, bitDepth }: PngFile, colors: number): (row: Uint8Array) => void {
  const mask = 2 ** bitDepth - 1;
  return (row) => {
    for (let x = 0, bit = 0; x < width; x++, bit += bitDepth) {
      const index = ((row[bit >> 3] as number) >> (8 - bitDepth - (bit & 7))) & mask;
      if (index >= colors) throw damagedPicture();
    }
  };
}
