import { readFile, writeFile } from "node:fs/promises";
import type { Message } from "../../errors.ts";
import { type ConvertedPictureType, fileTypes, formatNames } from "../file-types.ts";
import { discardOutput, pagesEnding } from "../output-file.ts";
import type { Stamp } from "../stamp/stamp.ts";
import { type ConvertedPicture, readConvertedPicture } from "./converted-picture.ts";
import { hasLocation, safeExif } from "./exif.ts";
import { hasFilm, hasGainMap } from "./jpeg-colors.ts";
import { withDetails } from "./jpeg-segments.ts";
import { convertedPicture, pictureNotes } from "./picture-notes.ts";
import { withChunks } from "./png-rewrite.ts";
import { xmpChunk } from "./png-texts.ts";
import { namesPlace, readXmpRights, writeXmpRights } from "./rights.ts";
import { stampJpeg } from "./stamp-jpeg.ts";
import { stampPng } from "./stamp-png.ts";

type Stamped = { notes: Message[]; start: number; contentType: "image/jpeg" | "image/png" };

/** At which no difference is seen. */
const jpegQuality = 95;

/**
 * Converts a picture to a JPEG, or to a PNG if its own format loses nothing or parts of it are transparent, and stamps
 * that. `reservedBytes` zeros are reserved at `start`, before the picture data.
 */
export async function stampConverted(
  type: ConvertedPictureType,
  input: string,
  output: string,
  stamp: Stamp,
  reservedBytes: number,
): Promise<Stamped> {
  const bytes = await readFile(input);
  const picture = await readConvertedPicture(bytes, type);
  const { channels } = await picture.pixels.metadata();
  const isJpeg = picture.isLossy && channels !== 4;
  const unstamped = `${output}${pagesEnding}`;
  try {
    await writeFile(unstamped, isJpeg ? await writeJpeg(picture) : await writePng(picture));
    const made = await (isJpeg ? stampJpeg : stampPng)(unstamped, output, stamp, reservedBytes);
    const contentType = isJpeg ? fileTypes.jpeg : fileTypes.png;
    const notes = new Set([
      convertedPicture(formatNames[type], formatNames[contentType]),
      ...picture.notes,
      ...leftOutNotes(bytes, picture),
      ...made.notes,
    ]);
    return { ...made, notes: [...notes], contentType };
  } finally {
    await discardOutput(unstamped);
  }
}

function leftOutNotes(bytes: Buffer, { exif, xmp }: ConvertedPicture): Message[] {
  const notes: Message[] = [];
  if (hasGainMap(bytes)) notes.push(pictureNotes.hdrLeftOut);
  if (hasFilm(bytes)) notes.push(pictureNotes.filmLeftOut);
  if ((exif && hasLocation(exif)) || (xmp && namesPlace(xmp))) notes.push(pictureNotes.locationLeftOut);
  return notes;
}

/** The EXIF data and the rights that the stamped copy keeps. The picture is upright already. */
function keptDetails({ exif, xmp }: ConvertedPicture): { exif: Buffer | undefined; xmp: string | undefined } {
  return { exif: exif && safeExif(exif), xmp: xmp && writeXmpRights(readXmpRights(xmp)) };
}

async function writeJpeg(picture: ConvertedPicture): Promise<Buffer> {
  const jpeg = await picture.pixels
    .jpeg({
      quality: jpegQuality,
      chromaSubsampling: picture.halvesColors ? "4:2:0" : "4:4:4",
      optimiseCoding: false,
    })
    .toBuffer();
  return withDetails(jpeg, keptDetails(picture));
}

async function writePng(picture: ConvertedPicture): Promise<Buffer> {
  const { exif, xmp } = keptDetails(picture);
  const png = await picture.pixels.png({ compressionLevel: 1 }).toBuffer();
  return withChunks(png, [
    ...(xmp === undefined ? [] : [xmpChunk(xmp)]),
    ...(exif ? [{ type: "eXIf", data: exif }] : []),
  ]);
}
