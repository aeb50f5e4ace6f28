import type { Message } from "../../errors.ts";

const heic: Message = {
  code: "picture-heic",
  text: "This photo is in Apple's format, HEIC, which cannot be stamped. Please save it as JPEG and upload that. On an iPhone, choose Settings → Camera → Formats → Most Compatible to take photos in JPEG.",
};

const otherFormat = (format: string): Message => ({
  code: "picture-other-format",
  text: "This picture is in the format {format}, which cannot be stamped. Please open it in a picture program, save it as JPEG or PNG, and upload that.",
  params: { format },
});

/** Brands of ISO base media files that contain HEVC or AV1 pictures (ISO/IEC 23008-12, annex B; AVIF 1.1, 6). */
const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];
const avifBrands = ["avif", "avis"];

/** Why a picture of a format that is not stamped is refused, by its first 32 bytes; undefined for everything else. */
export function findOtherFormat(head: Buffer): Message | undefined {
  const at = (start: number, end: number) => head.toString("latin1", start, end);
  if (at(4, 8) === "ftyp") return findMediaFormat([8, 16, 20, 24, 28].map((start) => at(start, start + 4)));
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") return otherFormat("WebP");
  if (/^GIF8[79]a/.test(at(0, 6))) return otherFormat("GIF");
  if (isBitmap(head)) return otherFormat("BMP");
  if (at(0, 12) === "\0\0\0\x0cJXL \r\n\x87\n") return otherFormat("JPEG XL");
  return undefined;
}

/** "mif1" is also the first brand of some AVIF pictures, so AV1 is looked for first. */
function findMediaFormat(brands: string[]): Message | undefined {
  if (brands.some((brand) => avifBrands.includes(brand))) return otherFormat("AVIF");
  return brands.some((brand) => heicBrands.includes(brand)) ? heic : undefined;
}

/** The sizes of the headers of a bitmap file, from OS/2 1 to Windows 5. */
const bitmapHeaders = [12, 40, 52, 56, 64, 108, 124];

const isBitmap = (head: Buffer): boolean =>
  head.length >= 18 &&
  head.toString("latin1", 0, 2) === "BM" &&
  bitmapHeaders.includes(head.readUInt32LE(14));
