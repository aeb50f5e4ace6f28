import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { createDeflate, createInflate } from "node:zlib";
import sharp from "sharp";
import type { Message } from "../../errors.ts";
import type { Stamp } from "../stamp/stamp.ts";
import { writeNewFile } from "./new-file.ts";
import { damagedPicture } from "./picture-limits.ts";
import { pngSignature } from "./picture-size.ts";
import { chunkBytes, type PngChunk, type PngFile, parsePng, storageChunks } from "./png-chunks.ts";
import { findInk, type PngInk } from "./png-ink.ts";
import { extendRows } from "./png-rows.ts";
import { drawStampStrip } from "./stamp-strip.ts";

const bufferSize = 1 << 18;
/** Above this number of pixel bytes, speed matters more than the last percent of size. */
const largePicture = 8_000_000;

const animationNote: Message = {
  code: "note-animation-left-out",
  text: "The animation was left out; the stamped copy shows the picture's first frame.",
};

/**
 * Adds the stamp as a strip and keeps every pixel and the format (depth, palette, transparency, profile). Interlaced
 * pictures become non-interlaced; a palette without light and dark colors becomes RGB. `reservedBytes` zeros are
 * reserved at `start`, before the picture data.
 */
export async function stampPng(
  input: string,
  output: string,
  stamp: Stamp,
  reservedBytes: number,
): Promise<{ notes: Message[]; start: number }> {
  const original = parsePng(await readFile(input));
  const { file, ink } = await writable(original, input);
  const strip = await drawStampStrip(file, stamp);
  const { width, height } = strip.canvas;
  const chunks = [header(file, width, height), ...openingChunks(file, ink)];
  const opening = Buffer.concat([pngSignature, ...chunks.map(chunkBytes)]);
  await writeNewFile(output, async (target) => {
    await target.writeFile([opening, Buffer.alloc(reservedBytes)]);
    for await (const data of packed(file, strip, ink))
      await target.writeFile(chunkBytes({ type: "IDAT", data }));
    await target.writeFile(chunkBytes({ type: "IEND", data: Buffer.alloc(0) }));
  });
  return { notes: original.animated ? [animationNote] : [], start: opening.length };
}

/** The picture in a form to which rows can be appended. */
async function writable(original: PngFile, input: string): Promise<{ file: PngFile; ink: PngInk }> {
  const ink = findInk(original);
  if (ink && !original.interlaced && original.orientation === 1) return { file: original, ink };
  const plain = parsePng(await rewrite(original, input));
  const kept = original.kept.filter(({ type }) => !storageChunks.includes(type));
  const plainInk = findInk(plain);
  if (!plainInk) throw damagedPicture();
  return { file: { ...plain, kept }, ink: plainInk };
}

/** Upright, not interlaced, gray or RGB of the same depth; transparency becomes alpha. */
function rewrite({ colorType, bitDepth, transparency }: PngFile, input: string): Promise<Buffer> {
  const deep = bitDepth === 16;
  const gray = colorType === 0 || colorType === 4;
  const space = gray ? (deep ? "grey16" : "b-w") : deep ? "rgb16" : "srgb";
  const image = sharp(input, { failOn: "error", ignoreIcc: true }).autoOrient();
  const hasAlpha = colorType > 3 || transparency !== undefined;
  return (hasAlpha ? image.ensureAlpha() : image.removeAlpha())
    .toColourspace(space)
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function header(file: PngFile, width: number, height: number): PngChunk {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([file.bitDepth, file.colorType, 0, 0, 0], 8);
  return { type: "IHDR", data };
}

/** Color chunks precede the palette, the others follow it (ISO/IEC 15948, 5.6). */
function openingChunks(file: PngFile, ink: PngInk): PngChunk[] {
  const afterPalette = ["bKGD", "pHYs", "eXIf"];
  const palette = ink.palette ? [{ type: "PLTE", data: ink.palette }] : [];
  const transparency = file.transparency ? [{ type: "tRNS", data: file.transparency }] : [];
  return [
    ...file.kept.filter(({ type }) => !afterPalette.includes(type)),
    ...palette,
    ...transparency,
    ...file.kept.filter(({ type }) => afterPalette.includes(type)),
  ];
}

async function* packed(
  file: PngFile,
  strip: Parameters<typeof extendRows>[1],
  ink: PngInk,
): AsyncGenerator<Buffer> {
  const bytes = (strip.canvas.width * strip.canvas.height * ink.bitsPerPixel) / 8;
  const inflate = Readable.from(file.imageData).pipe(createInflate({ chunkSize: bufferSize }));
  const rows = Readable.from(extendRows(inflate, strip, ink), { objectMode: true });
  const deflate = createDeflate({ level: bytes > largePicture ? 4 : 9, chunkSize: bufferSize });
  rows.on("error", (error) => deflate.destroy(error));
  rows.pipe(deflate);
  for await (const chunk of deflate) yield chunk as Buffer;
}
