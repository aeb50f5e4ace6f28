import type { Corners, Size } from "./corners.ts";
import { projectSquare } from "./perspective.ts";

/** Pixels as a canvas has them: red, green, blue and alpha, row by row. */
export type Pixels = Size & { data: Uint8ClampedArray<ArrayBuffer> };

/** The part of a picture between the corners (in its pixels) as an upright rectangle of this size, opaque. */
export function straighten(picture: Pixels, corners: Corners, { width, height }: Size): Pixels {
  const { a, b, c, d, e, f, g, h } = projectSquare(corners);
  const data = new Uint8ClampedArray(width * height * 4);
  let at = 0;
  for (let row = 0; row < height; row++) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column++) {
      const u = (column + 0.5) / width;
      const depth = g * u + h * v + 1;
      sample(picture, (a * u + b * v + c) / depth - 0.5, (d * u + e * v + f) / depth - 0.5, data, at);
      at += 4;
    }
  }
  return { width, height, data };
}

/** Writes the color at a point between the centers of four pixels. Beyond the edge, the outermost pixel counts. */
function sample(
  { width, height, data }: Pixels,
  x: number,
  y: number,
  into: Uint8ClampedArray,
  at: number,
): void {
  const left = clamp(Math.floor(x), width - 1);
  const top = clamp(Math.floor(y), height - 1);
  const right = clamp(left + 1, width - 1);
  const bottom = clamp(top + 1, height - 1);
  const toRight = clamp(x - left, 1);
  const toBottom = clamp(y - top, 1);
  const topLeft = (top * width + left) * 4;
  const topRight = (top * width + right) * 4;
  const bottomLeft = (bottom * width + left) * 4;
  const bottomRight = (bottom * width + right) * 4;
  for (let channel = 0; channel < 3; channel++) {
    const over = (data[topLeft + channel] ?? 0) * (1 - toRight) + (data[topRight + channel] ?? 0) * toRight;
    const under =
      (data[bottomLeft + channel] ?? 0) * (1 - toRight) + (data[bottomRight + channel] ?? 0) * toRight;
    into[at + channel] = over * (1 - toBottom) + under * toBottom;
  }
  into[at + 3] = 255;
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
