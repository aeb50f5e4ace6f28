import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { createDeflate, createInflate } from "node:zlib";
import type { Message } from "../../errors.ts";
import type { Stamp } from "../stamp/stamp.ts";
import { writeNewFile } from "./new-file.ts";
import { damagedPicture } from "./picture-limits.ts";
import { pictureNotes } from "./picture-notes.ts";
import { pngSignature } from "./picture-size.ts";
import { chunkBytes, type PngChunk, type PngFile, parsePng } from "./png-chunks.ts";
import { type PngColors, settleColors } from "./png-colors.ts";
import { findInk, type PngInk } from "./png-ink.ts";
import { type Background, chooseBackground, isOpaque, rewritePng } from "./png-rewrite.ts";
import { createRowCheck, TransparentPixel } from "./png-row-check.ts";
import { extendRows } from "./png-rows.ts";
import { drawStampStrip } from "./stamp-strip.ts";

const bufferSize = 1 << 18;
/** Above this number of pixel bytes, speed matters more than the last percent of size. */
const largePicture = 8_000_000;

/** A picture in a form to which rows can be appended, and what the user has to know about it. */
type Prepared = { file: PngFile; ink: PngInk; notes: Message[] };

/**
 * Adds the stamp as a strip and keeps the format (depth, palette, profile) and every pixel, as long as all programs
 * show the same picture. Colors that programs show differently become sRGB, transparent pictures get a background, and
 * a note says so. Interlaced pictures become non-interlaced; a palette without light and dark colors becomes RGB.
 * `reservedBytes` zeros are reserved at `start`, before the picture data.
 */
export async function stampPng(
  input: string,
  output: string,
  stamp: Stamp,
  reservedBytes: number,
): Promise<{ notes: Message[]; start: number }> {
  const original = parsePng(await readFile(input));
  const write = async (prepared: Prepared) => {
    const start = await writeStamped(prepared, output, stamp, reservedBytes);
    return { notes: [...leftOutNotes(original), ...prepared.notes], start };
  };
  const colors = settleColors(original);
  try {
    return await write(await prepare(original, colors, input));
  } catch (error) {
    if (!(error instanceof TransparentPixel)) throw error;
    return await write(await prepare(original, colors, input, await chooseBackground(input)));
  }
}

function leftOutNotes({ animation, hasPlace }: PngFile): Message[] {
  return [...animationNotes(animation), ...(hasPlace ? [pictureNotes.locationLeftOut] : [])];
}

function animationNotes(animation: PngFile["animation"]): Message[] {
  switch (animation) {
    case "with picture":
      return [pictureNotes.animationLeftOut];
    case "without picture":
      return [pictureNotes.otherAnimation];
    default:
      return [];
  }
}

/** Without a background, throws TransparentPixel for a picture whose transparent color is used. */
async function prepare(
  original: PngFile,
  { kept: colors, conversion, isSettled }: PngColors,
  input: string,
  background?: Background,
): Promise<Prepared> {
  if (original.transparency && !background && !(await isOpaque(input))) throw new TransparentPixel();
  const notes: Message[] = [];
  if (!isSettled) notes.push(pictureNotes.colorsSettled);
  if (background) notes.push(background === "white" ? pictureNotes.onWhite : pictureNotes.onBlack);
  const kept = [...colors, ...original.kept];
  const ink = findInk(original);
  const isPlain = !original.interlaced && original.orientation === 1;
  if (ink && isPlain && !conversion && !background) return { file: { ...original, kept }, ink, notes };
  const plain = await rewritePng(input, original, { conversion, background });
  const plainInk = findInk(plain);
  if (!plainInk) throw damagedPicture();
  return { file: { ...plain, kept }, ink: plainInk, notes };
}

/** Returns where the reserved bytes start. */
async function writeStamped(
  { file, ink }: Prepared,
  output: string,
  stamp: Stamp,
  reservedBytes: number,
): Promise<number> {
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
  return opening.length;
}

function header(file: PngFile, width: number, height: number): PngChunk {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([file.bitDepth, file.colorType, 0, 0, 0], 8);
  return { type: "IHDR", data };
}

/** Color chunks precede the palette, the others follow it (ISO/IEC 15948, 5.6). */
function openingChunks({ kept }: PngFile, { palette }: PngInk): PngChunk[] {
  const afterPalette = ["pHYs", "eXIf"];
  return [
    ...kept.filter(({ type }) => !afterPalette.includes(type)),
    ...(palette ? [{ type: "PLTE", data: palette }] : []),
    ...kept.filter(({ type }) => afterPalette.includes(type)),
  ];
}

async function* packed(
  file: PngFile,
  strip: Parameters<typeof extendRows>[1],
  ink: PngInk,
): AsyncGenerator<Buffer> {
  const bytes = (strip.canvas.width * strip.canvas.height * ink.bitsPerPixel) / 8;
  const inflate = Readable.from(file.imageData).pipe(createInflate({ chunkSize: bufferSize }));
  const rows = Readable.from(extendRows(inflate, strip, ink, createRowCheck(file)), { objectMode: true });
  const deflate = createDeflate({ level: bytes > largePicture ? 4 : 9, chunkSize: bufferSize });
  rows.on("error", (error) => deflate.destroy(error));
  rows.pipe(deflate);
  for await (const chunk of deflate) yield chunk as Buffer;
}
