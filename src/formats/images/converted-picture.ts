import type { Message } from "../../errors.ts";
import { type ConvertedPictureType, fileTypes } from "../file-types.ts";
import { decodeBitmap } from "./bitmap.ts";
import { isHdr, profileOfCodePoints } from "./code-point-profile.ts";
import { openHeif, type Samples } from "./heif-file.ts";
import { iccColorSpace, isOrdinaryProfile } from "./icc-profile.ts";
import { type Sharp, sharp } from "./picture-library.ts";
import { checkPictureSize, maxPixels } from "./picture-limits.ts";
import { pictureNotes } from "./picture-notes.ts";
import { withProfile } from "./png-rewrite.ts";

/** A picture that becomes a file of another format. */
export type ConvertedPicture = {
  /** Upright sRGB samples of 8 bits; RGBA only if some pixels are transparent. */
  pixels: Sharp;
  /** Whether the original's encoding lost details: then another that loses hardly any is good enough. */
  isLossy: boolean;
  /** Whether its colors have half its resolution. */
  halvesColors: boolean;
  exif: Buffer | undefined;
  xmp: Buffer | undefined;
  notes: Message[];
};

/** The decoded picture, with an ICC profile of its samples if they are not sRGB. */
type Decoded = Omit<ConvertedPicture, "pixels"> & { picture: Sharp; profile?: Buffer | undefined };

/** A damaged picture is refused, and so is one that would decode to more than its header says. */
const sharpOptions = { failOn: "error", limitInputPixels: maxPixels } as const;
/** What the header says, however large the picture is: that is refused with a message of ours. */
const readHeader = (bytes: Buffer) => sharp(bytes, { failOn: "error", limitInputPixels: false }).metadata();

/**
 * Decodes a picture whose format is not kept. Throws AppError `unsupported` if it is too large, or another error if it
 * is damaged.
 */
export async function readConvertedPicture(
  bytes: Buffer,
  type: ConvertedPictureType,
): Promise<ConvertedPicture> {
  const { picture, profile, ...found } = await decode(bytes, type);
  const described = profile ? await applyProfile(picture, profile) : picture;
  const { data, info } = await described
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  checkPictureSize(width, height);
  const pixels = sharp(data, { raw: { width, height, channels }, limitInputPixels: maxPixels });
  const isOpaque = channels === 4 && data.every((value, at) => at % 4 !== 3 || value === 255);
  return { ...found, pixels: isOpaque ? pixels.removeAlpha() : pixels };
}

function decode(bytes: Buffer, type: ConvertedPictureType): Promise<Decoded> {
  switch (type) {
    case fileTypes.bmp:
      return Promise.resolve(decodeBmp(bytes));
    case fileTypes.heic:
    case fileTypes.avif:
      return decodeHeif(bytes, type === fileTypes.avif);
    default:
      return decodeAnimation(bytes, type === fileTypes.webp && isLossyWebp(bytes));
  }
}

function decodeBmp(bytes: Buffer): Decoded {
  const { samples, width, height, channels, profile } = decodeBitmap(bytes);
  const usable = usableProfile(profile);
  return {
    picture: sharp(samples, { raw: { width, height, channels } }),
    profile: usable,
    isLossy: false,
    halvesColors: false,
    exif: undefined,
    xmp: undefined,
    notes: colorNotes(usable),
  };
}

/** WebP or GIF, of which the first frame is shown. */
async function decodeAnimation(bytes: Buffer, isLossy: boolean): Promise<Decoded> {
  const { width, height, pages = 1, icc, exif, xmp } = await readHeader(bytes);
  checkPictureSize(width, height);
  const picture = sharp(bytes, sharpOptions).autoOrient();
  const notes = colorNotes(icc);
  if (pages > 1) notes.push(pictureNotes.animationLeftOut);
  return { picture, isLossy, halvesColors: isLossy, exif: exif && withoutExifHead(exif), xmp, notes };
}

async function decodeHeif(bytes: Buffer, isAvif: boolean): Promise<Decoded> {
  const file = await openHeif(bytes);
  const { exif, xmp, icc } = await readHeader(bytes);
  const embedded = usableProfile(icc);
  const { codePoints } = file;
  const notes = colorNotes(embedded);
  const isBright = !embedded && codePoints !== undefined && isHdr(codePoints);
  if (isBright) notes.push(pictureNotes.hdrConverted);
  if (file.isSequence) notes.push(pictureNotes.animationLeftOut);
  if (file.pictures > 1) notes.push(pictureNotes.otherPicturesLeftOut);
  return {
    // The other decoder leaves the profile to us, too, so that both kinds of files are converted the same way.
    picture: isAvif ? sharp(bytes, { ...sharpOptions, ignoreIcc: true }) : fromSamples(file.decode()),
    profile: embedded ?? (codePoints && profileOfCodePoints(codePoints)),
    // With RGB samples, encoders keep every pixel.
    isLossy: codePoints?.matrix !== 0,
    halvesColors: !isAvif,
    exif: exif && withoutExifHead(exif),
    xmp,
    notes,
  };
}

function fromSamples({ bytes, width, height, channels, isDeep }: Samples): Sharp {
  const raw = { width, height, channels };
  if (!isDeep) return sharp(bytes, { raw, limitInputPixels: maxPixels });
  const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return sharp(values, { raw, limitInputPixels: maxPixels });
}

/** The samples in a file with their profile, from which they become sRGB when they are read. */
async function applyProfile(picture: Sharp, profile: Buffer): Promise<Sharp> {
  const { depth } = await picture.metadata();
  const png = await picture
    .toColourspace(depth === "ushort" ? "rgb16" : "srgb")
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(withProfile(png, profile), sharpOptions);
}

/** A profile of RGB samples. */
const usableProfile = (profile: Buffer | undefined): Buffer | undefined =>
  profile && iccColorSpace(profile) === "RGB " ? profile : undefined;

const colorNotes = (profile: Buffer | undefined): Message[] =>
  profile && !isOrdinaryProfile(profile) ? [pictureNotes.colorsSettled] : [];

const exifHead = "Exif\0\0";
const withoutExifHead = (exif: Buffer): Buffer =>
  exif.toString("latin1", 0, exifHead.length) === exifHead ? exif.subarray(exifHead.length) : exif;

/** More chunks before the picture than any WebP has. */
const maxChunks = 100;

/** Whether the picture, or the first frame, is in the lossy format (RFC 9649, 2.5 and 2.7). */
function isLossyWebp(bytes: Buffer): boolean {
  let at = 12;
  for (let chunk = 0; chunk < maxChunks && at + 8 <= bytes.length; chunk++) {
    const name = bytes.toString("latin1", at, at + 4);
    if (name === "VP8 ") return true;
    if (name === "VP8L") return false;
    const size = bytes.readUInt32LE(at + 4);
    // A frame begins with its place and its duration, and has chunks of its own.
    at += name === "ANMF" ? 8 + 16 : 8 + size + (size % 2);
  }
  return true;
}
