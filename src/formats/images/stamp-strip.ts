import { listBars } from "../qr-code.ts";
import type { Stamp, StampPosition } from "../stamp/stamp.ts";
import { type StampBlock, StampBlocks, type StampCode } from "../stamp/stamp-block.ts";
import { outlinePath } from "../text/outline.ts";
import { sharp } from "./picture-library.ts";

/**
 * The stamp as a tinted strip along one side of a picture, so that it is readable on any picture and covers no pixel.
 * All distances in pixels, from the top left corner of the enlarged picture.
 */
export type StampStrip = {
  canvas: { width: number; height: number };
  picture: { left: number; top: number; width: number; height: number };
  left: number;
  top: number;
  width: number;
  height: number;
  /** The amount of ink of each pixel of the strip, row by row: 0 is the tint, 255 is ink. */
  ink: Uint8Array;
};

type Size = { width: number; height: number };

/**
 * Size of the facts relative to the picture, so that they can be read at arm's length on a print. 14 pixels, and 11 for
 * the rest, are readable without zooming.
 */
const sizeByPicture = 0.0178;
const smallestText = 14;
/** Minimum length of a strip in em, so that small pictures get a few readable lines and not a column of words. */
const shortestLine = 26;
/** From the strip's ends to the block, and the bar between picture and strip, in em. */
const margin = { across: 0.3, along: 0.1 } as const;
const rule = 0.16;
/**
 * The side of a module of the code relative to the picture's longer side: printed on a whole page, it is at least as
 * large as on a page.
 */
const moduleByPicture = 1 / 490;
/** In pixels; a screen shows a smaller one too small for a camera. */
const smallestModule = 3;
/** The code with its quiet zone takes at most this part of the picture. */
const largestCode = 0.14;

/**
 * Lays out and draws the stamp for a picture of this size, as displayed. The strip's thickness is a multiple of `unit`
 * pixels, and so is the length by which it exceeds the picture. A picture too small for the text keeps its place in the
 * corner.
 */
export async function drawStampStrip(picture: Size, stamp: Stamp, unit = 1): Promise<StampStrip> {
  const upright = stamp.position !== "vertical-right";
  const side = upright ? picture.width : picture.height;
  const comfortable = Math.sqrt(picture.width * picture.height) * sizeByPicture;
  const size = Math.max(smallestText, Math.min(comfortable, side / shortestLine));
  const missing = Math.max(0, Math.ceil(shortestLine * size) - side);
  const length = side + Math.ceil(missing / unit) * unit;
  const across = upright ? picture.height : picture.width;
  const module = Math.max(
    smallestModule,
    Math.ceil(Math.max(picture.width, picture.height) * moduleByPicture),
  );
  const block = setText(stamp, length / size - 2 * margin.along, {
    module,
    size,
    largest: across * largestCode,
  });
  const thickness = Math.ceil(((block.height + 2 * margin.across) * size) / unit) * unit;
  const drawing = drawSvg(block, { width: length, height: thickness }, size, stamp.position);
  const lying = await findInk(drawing);
  return upright
    ? lyingStrip(picture, length, thickness, lying, stamp.position.startsWith("top"))
    : statusStrip(picture, length, thickness, turnLeft(lying, length, thickness));
}

/** The side of a module of the code, the size of the text, and the largest code with its quiet zone; in pixels. */
type CodeSize = { module: number; size: number; largest: number };

function setText(stamp: Stamp, width: number, { module, size, largest }: CodeSize): StampBlock {
  const blocks = new StampBlocks(stamp);
  const side = (blocks.codeSize ?? 0) * module;
  const withCode = side <= largest ? blocks.withCode(width, side / size) : undefined;
  const block = withCode ?? blocks.within(width);
  if (!block) throw new RangeError("The serial number is longer than the shortest strip.");
  return block;
}

function lyingStrip(
  picture: Size,
  length: number,
  thickness: number,
  ink: Uint8Array,
  above: boolean,
): StampStrip {
  return {
    canvas: { width: length, height: picture.height + thickness },
    picture: { ...picture, left: 0, top: above ? thickness : 0 },
    left: 0,
    top: above ? 0 : picture.height,
    width: length,
    height: thickness,
    ink,
  };
}

function statusStrip(picture: Size, length: number, thickness: number, ink: Uint8Array): StampStrip {
  return {
    canvas: { width: picture.width + thickness, height: length },
    picture: { ...picture, left: 0, top: 0 },
    left: picture.width,
    top: 0,
    width: thickness,
    height: length,
    ink,
  };
}

function drawSvg(block: StampBlock, { width, height }: Size, size: number, position: StampPosition): string {
  const free = width - (block.width + 2 * margin.along) * size;
  const indent = position === "vertical-right" ? free / 2 : position.endsWith("right") ? free : 0;
  const left = (margin.along + block.start) * size + Math.max(0, indent);
  const top = (height - block.height * size) / 2;
  const lines = block.lines.map((line) => {
    const y = (top + line.baseline * size).toFixed(2);
    let x = left;
    const pieces = line.pieces.map(({ text, size: part }) => {
      const path = `<path transform="translate(${x.toFixed(2)} ${y})" d="${outlinePath(text, part * size)}"/>`;
      x += text.width * part * size;
      return path;
    });
    return pieces.join("");
  });
  const code = block.code
    ? drawCode(block.code, left - block.start * size, top + block.height * size, size)
    : "";
  const thick = Math.max(2, Math.round(rule * size));
  const edge = position.startsWith("top") ? height - thick : 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect y="${edge}" width="100%" height="${thick}"/>
${lines.join("\n")}
${code}
</svg>`;
}

/** Whole pixels, so that no edge is blurred; `x` and `y` are the lower left corner of the block. */
function drawCode({ modules, left, bottom, side }: StampCode, x: number, y: number, size: number): string {
  const module = Math.round((side * size) / modules.size);
  const from = Math.round(x + left * size);
  const top = Math.round(y - (bottom + side) * size);
  const bars = listBars(modules).map(
    ({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`,
  );
  return `<path transform="translate(${from} ${top}) scale(${module})" d="${bars.join("")}"/>`;
}

/** Draws only glyph outlines, so that no system font is used. Where there is no ink, the drawing is transparent. */
function findInk(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg), { unlimited: true, limitInputPixels: false })
    .extractChannel("alpha")
    .raw()
    .toBuffer();
}

/** Rotates 90 degrees counterclockwise: the text then reads from bottom to top. */
function turnLeft(lying: Uint8Array, length: number, thickness: number): Uint8Array {
  const standing = new Uint8Array(lying.length);
  for (let y = 0; y < thickness; y++) {
    for (let x = 0; x < length; x++) {
      standing[(length - 1 - x) * thickness + y] = lying[y * length + x] ?? 0;
    }
  }
  return standing;
}
