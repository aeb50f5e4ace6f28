import sharp from "sharp";
import type { Corners, Point, Size } from "./corners.ts";
import { project, projectSquare } from "./perspective.ts";
import type { Pixels } from "./straighten.ts";

/** A sheet on a table, photographed at an angle: made here, so that every pixel of it is known. */
export type TestPhoto = {
  sheet: Pixels;
  /** Where the sheet's corners are in the photo, as parts of its width and height. */
  corners: Corners;
  size: Size;
  /** The table's color without shadow, and how much of the light the darkest corner of the photo lacks. */
  table?: [number, number, number];
  shadow?: number;
};

const wood: [number, number, number] = [146, 104, 70];

/** A sheet of this size in pixels with black marks, given in parts of its width and height. */
export function drawSheet(
  size: Size,
  marks: { x: number; y: number; width: number; height: number }[],
): Pixels {
  const data = new Uint8ClampedArray(size.width * size.height * 4).map((_, at) => (at % 4 === 3 ? 255 : 236));
  for (const mark of marks)
    for (let y = Math.round(mark.y * size.height); y < Math.round((mark.y + mark.height) * size.height); y++)
      for (let x = Math.round(mark.x * size.width); x < Math.round((mark.x + mark.width) * size.width); x++)
        data.fill(20, 4 * (y * size.width + x), 4 * (y * size.width + x) + 3);
  return { ...size, data };
}

/** How the camera is held over a sheet: angles in radians; the distance and the sheet in the same unit. */
type View = { tilt: number; yaw: number; roll: number; distance: number; sheet: Size };

/** Focal length of the camera in diagonals of its photo. */
const focalLength = 0.62;

/** Where a camera sees the corners of a sheet. */
export function seeCorners({ tilt, yaw, roll, distance, sheet }: View, photo: Size): Corners {
  const focal = focalLength * Math.hypot(photo.width, photo.height);
  const see = (right: number, down: number): Point => {
    const x = right * Math.cos(roll) - down * Math.sin(roll);
    const y = right * Math.sin(roll) + down * Math.cos(roll);
    const tilted = y * Math.sin(tilt);
    const depth = tilted * Math.cos(yaw) - x * Math.sin(yaw) + distance;
    return {
      x: 0.5 + (focal * (x * Math.cos(yaw) + tilted * Math.sin(yaw))) / depth / photo.width,
      y: 0.5 + (focal * y * Math.cos(tilt)) / depth / photo.height,
    };
  };
  const [x, y] = [sheet.width / 2, sheet.height / 2];
  return [see(-x, -y), see(x, -y), see(x, y), see(-x, y)];
}

/** The photo's pixels, with the grain of a table and of a camera that is the same each time. */
export function takePhoto({ sheet, corners, size, table = wood, shadow = 0.25 }: TestPhoto): Pixels {
  const { width, height } = size;
  const data = new Uint8ClampedArray(width * height * 4);
  const toSheet = invert(corners);
  const random = seeded(7);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = { x: (x + 0.5) / width, y: (y + 0.5) / height };
      const { x: u, y: v } = toSheet(place);
      const isSheet = u >= 0 && u < 1 && v >= 0 && v < 1;
      const at = 4 * (y * width + x);
      const from = 4 * (Math.floor(v * sheet.height) * sheet.width + Math.floor(u * sheet.width));
      const grain = isSheet ? 0 : 14 * Math.sin(place.y * 90 + 3 * Math.sin(place.x * 7));
      const light = 1 - shadow * place.x * place.y;
      for (let channel = 0; channel < 3; channel++) {
        const color = isSheet ? (sheet.data[from + channel] ?? 0) : (table[channel] ?? 0) + grain;
        data[at + channel] = light * color + 8 * (random() - 0.5);
      }
      data[at + 3] = 255;
    }
  return { ...size, data };
}

/** As a phone saves it; `orientation`: how the camera was held, as EXIF has it. */
export async function saveJpeg({ data, width, height }: Pixels, orientation?: number): Promise<Buffer> {
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const marked = orientation === undefined ? picture : picture.withMetadata({ orientation });
  return await marked.jpeg({ quality: 92 }).toBuffer();
}

/** From the photo to the sheet: the adjugate of the projection. */
function invert(corners: Corners): (place: Point) => Point {
  const { a, b, c, d, e, f, g, h } = projectSquare(corners);
  const last = a * e - b * d;
  const inverse = {
    a: (e - f * h) / last,
    b: (c * h - b) / last,
    c: (b * f - c * e) / last,
    d: (f * g - d) / last,
    e: (a - c * g) / last,
    f: (c * d - a * f) / last,
    g: (d * h - e * g) / last,
    h: (b * g - a * h) / last,
  };
  return (place) => project(inverse, place);
}

/** Random numbers from 0 to 1, the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
