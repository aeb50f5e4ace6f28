import { deflateSync } from "node:zlib";
import { iccColorSpace } from "./icc-profile.ts";
import { hasOpaqueAlpha } from "./opaque.ts";
import { type Sharp, sharp } from "./picture-library.ts";
import { chunkBytes, type PngChunk, type PngFile, parsePng } from "./png-chunks.ts";

/** `conversion` is an ICC profile of the samples; `background` replaces the alpha channel. */
type Rewriting = { conversion?: Buffer; background?: Background };
export type Background = "white" | "black";

type Format = Pick<PngFile, "colorType" | "bitDepth">;

const sharpOptions = { failOn: "error", ignoreIcc: true } as const;

/**
 * Encodes the picture at this path again: upright, not interlaced, gray or RGB of the same depth, with alpha only where
 * it had transparency and gets no background. Its samples stay the same or, with a conversion, become sRGB.
 */
export async function rewritePng(
  path: string,
  original: PngFile,
  { conversion, background }: Rewriting = {},
): Promise<PngFile> {
  const picture = sharp(path, sharpOptions).autoOrient();
  const ready = conversion ? await convertSamples(picture, original, conversion) : picture;
  const opaque = background ? ready.flatten({ background }) : ready;
  return parsePng(await encode(opaque, original));
}

/** Samples are converted in the color space of the profile; the decoder applies profiles of gray to 8 bits only. */
async function convertSamples(picture: Sharp, original: PngFile, profile: Buffer): Promise<Sharp> {
  const isGray = iccColorSpace(profile) === "GRAY";
  const format = isGray ? { colorType: 0, bitDepth: 8 } : { colorType: 2, bitDepth: original.bitDepth };
  return sharp(withProfile(await encode(picture, format), profile), { failOn: "error" }).withIccProfile(
    "srgb",
  );
}

/** The PNG with an ICC profile of its samples; it must have none. */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const packed = deflateSync(profile, { level: 1 });
  return withChunks(png, [
    { type: "iCCP", data: Buffer.concat([Buffer.from("profile\0\0", "latin1"), packed]) },
  ]);
}

/** The PNG with more chunks behind its signature and header. */
export function withChunks(png: Buffer, chunks: PngChunk[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks.map(chunkBytes), png.subarray(33)]);
}

function encode(picture: Sharp, { colorType, bitDepth }: Format): Promise<Buffer> {
  const isDeep = bitDepth === 16;
  const isGray = colorType === 0 || colorType === 4;
  const space = isGray ? (isDeep ? "grey16" : "b-w") : isDeep ? "rgb16" : "srgb";
  return picture.toColourspace(space).png({ compressionLevel: 1 }).toBuffer();
}

/** Whether each pixel of the picture at this path is opaque. */
export const isOpaque = (path: string): Promise<boolean> => hasOpaqueAlpha(sharp(path, sharpOptions));

/** Pixels on a side that are enough to find out whether a picture is blank. */
const overview = 512;
/** A standard deviation of shades of 255 at which nothing can be seen. */
const blank = 2;

/** White, or black for a transparent picture that would be blank on white. */
export async function chooseBackground(path: string): Promise<Background> {
  const isBlankOn = async (background: Background) => {
    const { data, info } = await sharp(path, sharpOptions)
      .flatten({ background })
      .resize(overview, overview, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels: count } = info;
    const { channels } = await sharp(data, { raw: { width, height, channels: count } }).stats();
    return channels.every(({ stdev }) => stdev < blank);
  };
  return (await isBlankOn("white")) && !(await isBlankOn("black")) ? "black" : "white";
}
