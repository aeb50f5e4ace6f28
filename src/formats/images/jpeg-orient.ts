import { type JpegFrame, type JpegPlane, maxSampling, zigzag } from "./jpeg-frame.ts";
import type { StampStrip } from "./stamp-strip.ts";

/** What an EXIF orientation requires: first swap rows and columns, then mirror. */
export type Turn = { transpose: boolean; mirrorX: boolean; mirrorY: boolean };

export function getTurn(orientation: number): Turn {
  return {
    transpose: orientation >= 5,
    mirrorX: [2, 3, 6, 7].includes(orientation),
    mirrorY: [3, 4, 7, 8].includes(orientation),
  };
}

type Shape = { width: number; height: number; components: { h: number; v: number }[] };

/**
 * Whether the blocks can be rotated losslessly: a mirrored side must end on an MCU boundary, or its padding becomes
 * visible.
 */
export function canRotate(frame: Shape, turn: Turn): boolean {
  const max = maxSampling(frame.components);
  const stored = { x: frame.width % (8 * max.h) === 0, y: frame.height % (8 * max.v) === 0 };
  const upright = turn.transpose ? { x: stored.y, y: stored.x } : stored;
  return (!turn.mirrorX || upright.x) && (!turn.mirrorY || upright.y);
}

type Area = { left: number; top: number; width: number; height: number };

/**
 * The strip of the upright picture, rotated to match the picture as it is stored, so that `turn` brings both upright.
 */
export function storedStrip(strip: StampStrip, turn: Turn): StampStrip {
  const { canvas } = strip;
  const place = ({ left, top, width, height }: Area): Area => {
    const x = turn.mirrorX ? canvas.width - left - width : left;
    const y = turn.mirrorY ? canvas.height - top - height : top;
    return turn.transpose
      ? { left: y, top: x, width: height, height: width }
      : { left: x, top: y, width, height };
  };
  const ink = new Uint8Array(strip.ink.length);
  for (let y = 0; y < strip.height; y++) {
    for (let x = 0; x < strip.width; x++) {
      const column = turn.mirrorX ? strip.width - 1 - x : x;
      const row = turn.mirrorY ? strip.height - 1 - y : y;
      const at = turn.transpose ? column * strip.height + row : row * strip.width + column;
      ink[at] = strip.ink[y * strip.width + x] as number;
    }
  }
  return {
    canvas: turn.transpose ? { width: canvas.height, height: canvas.width } : canvas,
    picture: place(strip.picture),
    ...place(strip),
    ink,
  };
}

/** Rotates the picture losslessly by moving blocks and changing signs. */
export function rotateFrame(frame: JpegFrame, turn: Turn): JpegFrame {
  const { transpose } = turn;
  return {
    width: transpose ? frame.height : frame.width,
    height: transpose ? frame.width : frame.height,
    planes: frame.planes.map((plane) => turnPlane(plane, turn)),
  };
}

function turnPlane(plane: JpegPlane, { transpose, mirrorX, mirrorY }: Turn): JpegPlane {
  const source = sourceOfCoefficients(transpose);
  const sign = zigzag.map((place) => {
    const odd = (mirrorX ? place % 8 : 0) + (mirrorY ? place >> 3 : 0);
    return odd % 2;
  });
  const blocksWide = transpose ? plane.blocksHigh : plane.blocksWide;
  const blocksHigh = transpose ? plane.blocksWide : plane.blocksHigh;
  const coefficients = new Int16Array(plane.coefficients.length);
  for (let y = 0; y < blocksHigh; y++) {
    for (let x = 0; x < blocksWide; x++) {
      const column = mirrorX ? blocksWide - 1 - x : x;
      const row = mirrorY ? blocksHigh - 1 - y : y;
      const from = 64 * (transpose ? column * plane.blocksWide + row : row * plane.blocksWide + column);
      const to = 64 * (y * blocksWide + x);
      for (let index = 0; index < 64; index++) {
        const value = plane.coefficients[from + (source[index] as number)] as number;
        coefficients[to + index] = sign[index] ? -value : value;
      }
    }
  }
  return {
    ...plane,
    h: transpose ? plane.v : plane.h,
    v: transpose ? plane.h : plane.v,
    quantization: plane.quantization.map((_, index) => plane.quantization[source[index] as number] as number),
    blocksWide,
    blocksHigh,
    coefficients,
  };
}

/** For each coefficient of the rotated block, in zigzag order, its previous index. */
function sourceOfCoefficients(transpose: boolean): Uint8Array {
  return zigzag.map((place, index) => {
    const swapped = (place % 8) * 8 + (place >> 3);
    return transpose ? zigzag.indexOf(swapped) : index;
  });
}
