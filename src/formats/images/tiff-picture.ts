import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { AppError, type Message } from "../../errors.ts";
import { withReadAt } from "../read-at.ts";
import { isOrdinaryProfile } from "./icc-profile.ts";
import type { PdfPicture } from "./image-pdf.ts";
import { hasOpaqueAlpha } from "./opaque.ts";
import { type Sharp, sharp } from "./picture-library.ts";
import { pictureMessages } from "./picture-limits.ts";
import { pictureNotes } from "./picture-notes.ts";
import { parsePng } from "./png-chunks.ts";
import { readTiffProfile, type TiffPage } from "./tiff-pages.ts";
import { isFloat, rasterPicture } from "./tiff-raster.ts";

const deflateAsync = promisify(deflate);
const compressions = { oldJpeg: 6, jpeg: 7 };
const separated = 5;
const jpegQuality = 95;

const jpegNote: Message = {
  code: "note-tiff-photographs-reencoded",
  text: "JPEG photographs in the TIFF were encoded again at high quality.",
};
const floatNote: Message = {
  code: "note-tiff-floating-point",
  text: "The TIFF contains floating-point numbers; the stamped copy shows them as 65,536 shades of each color.",
};

/** A page's picture, and notes for the user about its conversion. */
export type ConvertedPage = { picture: PdfPicture; notes: Message[] };

/**
 * Converts one page of a TIFF to a picture for a PDF, losslessly unless it contains JPEG data, floating-point numbers
 * or colors that programs show differently. Throws AppError, or the decoder's error for damaged pages and unknown
 * compressions.
 */
export async function convertTiffPage(path: string, page: TiffPage): Promise<ConvertedPage> {
  const profile = await withReadAt(path, (readAt) => readTiffProfile(readAt, page));
  const raster = async () => {
    const found = await withReadAt(path, (readAt) => rasterPicture(readAt, page));
    const notes = isFloat(page) ? [floatNote] : [];
    return found && { picture: found.picture, notes: [...notes, ...settledNotes(profile, found.isOpaque)] };
  };
  if (isOrdinary(page)) {
    try {
      return await decodedPicture(path, page, profile);
    } catch (error) {
      const converted = await raster();
      if (converted) return converted;
      throw error;
    }
  }
  return (
    (await raster()) ??
    decodedPicture(path, page, profile).catch((error: unknown) => {
      throw AppError.from("unsupported", pictureMessages.rareTiff, { cause: error });
    })
  );
}

/** Notes about what programs show differently in the TIFF, but not in the stamped copy. */
function settledNotes(profile: Buffer | undefined, isOpaque: boolean): Message[] {
  const notes: Message[] = [];
  if (profile && !isOrdinaryProfile(profile)) notes.push(pictureNotes.colorsSettled);
  if (!isOpaque) notes.push(pictureNotes.onWhite);
  return notes;
}

const colorModels = { max: 3, separated: 5, yCbCr: 6 };

/** Whether every decoder supports this kind of page: if it cannot be decoded, it is damaged. */
function isOrdinary(page: TiffPage): boolean {
  const { bitsPerSample, photometric } = page;
  const isModel = photometric <= colorModels.max || photometric === colorModels.separated;
  const isPhotograph = photometric === colorModels.yCbCr && isJpeg(page);
  return [1, 4, 8, 16].includes(bitsPerSample) && !isFloat(page) && (isModel || isPhotograph);
}

const isJpeg = ({ compression }: TiffPage): boolean =>
  compression === compressions.jpeg || compression === compressions.oldJpeg;

/**
 * One page of a TIFF, upright, as a picture for a PDF: black and white stays one bit, gray stays gray, CMYK without a
 * profile stays CMYK; photographs stored as JPEG stay JPEG, all others are compressed losslessly. Throws the decoder's
 * error for damaged pages and unknown compressions.
 */
async function decodedPicture(
  path: string,
  page: TiffPage,
  profile: Buffer | undefined,
): Promise<ConvertedPage> {
  const open = () => sharp(path, { page: page.index, failOn: "error", limitInputPixels: 101_000_000 });
  const isOpaque = !(await open().metadata()).hasAlpha || (await hasOpaqueAlpha(open()));
  const settled =
    profile && page.photometric === separated
      ? [pictureNotes.cmykConverted]
      : settledNotes(profile, isOpaque);
  return {
    picture: await encodePicture(open().autoOrient(), page, profile),
    notes: [...(isJpeg(page) ? [jpegNote] : []), ...settled],
  };
}

async function encodePicture(image: Sharp, page: TiffPage, profile: Buffer | undefined): Promise<PdfPicture> {
  if (page.bitsPerSample === 1 && page.photometric <= 1) return blackAndWhite(image);
  if (page.photometric === separated && !profile) return fourColors(image);
  const upright = image.flatten({ background: "#fff" });
  const gray = page.photometric <= 1;
  const colorSpace = gray ? "DeviceGray" : "DeviceRGB";
  const toned = upright.toColourspace(gray ? "b-w" : "srgb");
  return isJpeg(page) ? photograph(toned, colorSpace) : lossless(toned, colorSpace);
}

async function blackAndWhite(image: Sharp): Promise<PdfPicture> {
  const { data, info } = await image
    .flatten({ background: "#fff" })
    .toColourspace("b-w")
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rowBytes = Math.ceil(info.width / 8);
  const bits = Buffer.alloc(rowBytes * info.height);
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if ((data[y * info.width + x] as number) < 128) continue;
      const at = y * rowBytes + (x >> 3);
      bits[at] = (bits[at] as number) | (0x80 >> (x & 7));
    }
  }
  return {
    width: info.width,
    height: info.height,
    colorSpace: "DeviceGray",
    bitsPerComponent: 1,
    filter: "/Filter /FlateDecode",
    data: [await deflateAsync(bits, { level: 9 })],
  };
}

async function fourColors(image: Sharp): Promise<PdfPicture> {
  const { data, info } = await image.toColourspace("cmyk").raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    colorSpace: "DeviceCMYK",
    bitsPerComponent: 8,
    filter: "/Filter /FlateDecode",
    data: [await deflateAsync(data)],
  };
}

async function photograph(image: Sharp, colorSpace: PdfPicture["colorSpace"]): Promise<PdfPicture> {
  const { data, info } = await image
    .jpeg({ quality: jpegQuality, chromaSubsampling: "4:4:4" })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, colorSpace, bitsPerComponent: 8, filter: "/Filter /DCTDecode", data: [data] };
}

/** The compressed rows of a PNG are valid Flate data with the PNG predictor. */
async function lossless(image: Sharp, colorSpace: PdfPicture["colorSpace"]): Promise<PdfPicture> {
  const { width, height, bitDepth, imageData } = parsePng(
    await image.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer(),
  );
  const colors = colorSpace === "DeviceGray" ? 1 : 3;
  const predictor = `/Predictor 15 /Colors ${colors} /BitsPerComponent ${bitDepth} /Columns ${width}`;
  return {
    width,
    height,
    colorSpace,
    bitsPerComponent: bitDepth,
    filter: `/Filter /FlateDecode /DecodeParms << ${predictor} >>`,
    data: imageData,
  };
}
