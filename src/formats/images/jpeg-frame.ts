/** One color component. */
export type PlaneShape = {
  id: number;
  /** Sampling factors (ITU-T T.81, A.1.1). */
  h: number;
  v: number;
  /** The 64 quantization steps, in zigzag order. */
  quantization: Uint16Array;
  /** Blocks per row and rows of blocks, padded to whole MCUs. */
  blocksWide: number;
  blocksHigh: number;
};

/** The quantized DCT coefficients of one color component, as stored in the file. */
export type JpegPlane = PlaneShape & {
  /** 64 values per block in zigzag order, block by block, row by row. */
  coefficients: Int16Array;
};

/** A decoded JPEG before the inverse DCT, without any loss. Sizes in pixels. */
export type JpegFrame = { width: number; height: number; planes: JpegPlane[] };

/** Thrown for a JPEG that this code does not support (arithmetic coding, 12 bit, lossless…); another decoder may. */
export class OtherJpeg extends Error {}

export function maxSampling(planes: { h: number; v: number }[]): { h: number; v: number } {
  return { h: Math.max(...planes.map(({ h }) => h)), v: Math.max(...planes.map(({ v }) => v)) };
}

/** Blocks of a component that contain picture; the rest of its last MCU is padding. */
export function usedBlocks(
  frame: { width: number; height: number },
  plane: { h: number; v: number },
  max: { h: number; v: number },
) {
  return {
    wide: Math.ceil(Math.ceil((frame.width * plane.h) / max.h) / 8),
    high: Math.ceil(Math.ceil((frame.height * plane.v) / max.v) / 8),
  };
}

/** Maps a zigzag index to the position in the block, row by row (T.81, figure A.6). */
export const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]);
