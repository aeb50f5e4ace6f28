import type { Message } from "../../errors.ts";
import { type ConvertedPictureType, fileTypes } from "../file-types.ts";

const heic: Message = {
  code: "picture-heic",
  text: "This photo is in Apple's format, HEIC, which cannot be stamped. Please save it as JPEG and upload that. On an iPhone, choose Settings → Camera → Formats → Most Compatible to take photos in JPEG.",
};

const otherFormat = (format: string): Message => ({
  code: "picture-other-format",
  text: "This picture is in the format {format}, which cannot be stamped. Please open it in a picture program, save it as JPEG or PNG, and upload that.",
  params: { format },
});

/** A format of pictures: its type, if pictures of it can be stamped with EXTRA_TYPES=on, and what to do if not. */
export type OtherFormat = { type?: ConvertedPictureType; message: Message };

const formats = {
  heic: { type: fileTypes.heic, message: heic },
  avif: { type: fileTypes.avif, message: otherFormat("AVIF") },
  webp: { type: fileTypes.webp, message: otherFormat("WebP") },
  gif: { type: fileTypes.gif, message: otherFormat("GIF") },
  bmp: { type: fileTypes.bmp, message: otherFormat("BMP") },
  jpegXl: { message: otherFormat("JPEG XL") },
} as const satisfies Record<string, OtherFormat>;

/** Brands of ISO base media files that contain HEVC or AV1 pictures (ISO/IEC 23008-12, annex B; AVIF 1.1, 6). */
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];
const avifBrands = ["avif", "avis"];

/** The format of a picture other than JPEG, PNG and TIFF, by its first 32 bytes; undefined for everything else. */
export function findOtherFormat(head: Buffer): OtherFormat | undefined {
  const at = (start: number, end: number) => head.toString("latin1", start, end);
  if (at(4, 8) === "ftyp") return findMediaFormat([8, 16, 20, 24, 28].map((start) => at(start, start + 4)));
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") return formats.webp;
  if (/^GIF8[79]a/.test(at(0, 6))) return formats.gif;
  if (isBitmap(head)) return formats.bmp;
  if (at(0, 12) === "\0\0\0\x0cJXL \r\n\x87\n") return formats.jpegXl;
  return undefined;
}

/** "mif1" is also the first brand of some AVIF pictures, so AV1 is looked for first. */
function findMediaFormat(brands: string[]): OtherFormat | undefined {
  if (brands.some((brand) => avifBrands.includes(brand))) return formats.avif;
  return brands.some((brand) => heicBrands.includes(brand)) ? formats.heic : undefined;
}

/** The sizes of the headers of a bitmap file, from OS/2 1 to Windows 5. */
const bitmapHeaders = [12, 40, 52, 56, 64, 108, 124];

const isBitmap = (head: Buffer): boolean =>
  head.length >= 18 &&
  head.toString("latin1", 0, 2) === "BM" &&
  bitmapHeaders.includes(head.readUInt32LE(14));
