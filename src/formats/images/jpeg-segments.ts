import { stampColors } from "../stamp/stamp.ts";
import { exifOrientation, safeExif } from "./exif.ts";
import type { JpegFile } from "./jpeg-parts.ts";
import type { InkTone } from "./jpeg-strip.ts";

const exifHead = Buffer.from("Exif\0\0", "latin1");
const iccHead = "ICC_PROFILE\0";

const emptyExif = Buffer.from("MM\0*\0\0\0\0", "latin1");
/** What fits into one segment, with a margin. */
const maxExif = 60_000;

type Applications = JpegFile["applications"];

export function jpegOrientation(applications: Applications): number {
  const exif = findExif(applications);
  return exif ? exifOrientation(exif) : 1;
}

/**
 * The headers before the picture data of the stamped copy: resolution, EXIF data without the location, color profile
 * and color transform. XMP, IPTC, comments, previews and unknown segments are dropped. `orientation` is that of the
 * stored picture. `details` are the original's segments, `colors` those of the file the coefficients come from.
 */
export function openingSegments(details: Applications, colors: Applications, orientation = 1): Buffer {
  const parts: Buffer[] = [Buffer.from([0xff, 0xd8])];
  const jfif = details.find(isJfif);
  if (jfif) {
    const withoutPreview = Buffer.from(jfif.content.subarray(0, 14));
    withoutPreview.fill(0, 12);
    parts.push(segment(0xe0, withoutPreview));
  }
  const exif = findExif(details);
  const all = exif && safeExif(exif, orientation);
  const kept = all && all.length < maxExif ? all : safeExif(emptyExif, orientation);
  if (kept) parts.push(segment(0xe1, Buffer.concat([exifHead, kept])));
  for (const { marker, content } of colors) {
    const isProfile = marker === 0xe2 && startsWith(content, iccHead);
    const isTransform = marker === 0xee && startsWith(content, "Adobe");
    if (isProfile || isTransform) parts.push(segment(marker, content));
  }
  return Buffer.concat(parts);
}

/**
 * The sample values of the strip's tint and ink; CMYK files by Adobe are stored inverted. Decoders disagree about what
 * is inverted, so in CMYK ink is the opposite of white in every component: the text is visible either way.
 */
export function inkTones(components: { id: number }[], applications: Applications): InkTone[] {
  const adobe = applications.findLast(
    ({ marker, content }) => marker === 0xee && content.length >= 12 && startsWith(content, "Adobe"),
  );
  const transform = adobe?.content[11];
  const light = { paper: 255, ink: 0 };
  const none = { paper: 128, ink: 128 };
  const { tint, ink } = stampColors;
  const [paper, ...differences] = toYcc(tint);
  // Letters differ from the tint in brightness alone, so that they are sharp and cheap to encode.
  const brightness = { paper, ink: toYcc(ink)[0] };
  if (components.length === 1) return [brightness];
  if (components.length === 4) {
    if (transform === undefined) return Array.from({ length: 4 }, () => ({ paper: 0, ink: 255 }));
    return transform === 2 ? [{ paper: 0, ink: 255 }, none, none, light] : [light, light, light, light];
  }
  const hasJfif = applications.some(isJfif);
  const namedRgb = components.map(({ id }) => String.fromCharCode(id)).join("") === "RGB";
  const isRgb = !hasJfif && (transform === undefined ? namedRgb : transform === 0);
  if (isRgb) return tint.map((value, index) => ({ paper: value, ink: ink[index] ?? 0 }));
  return [brightness, ...differences.map((value) => ({ paper: value, ink: value }))];
}

/** Brightness and two differences of color (ITU-T T.871, 7). */
function toYcc([red, green, blue]: readonly [number, number, number]): [number, number, number] {
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  return [brightness, 128 + (blue - brightness) / 1.772, 128 + (red - brightness) / 1.402];
}

function findExif(applications: Applications): Buffer | undefined {
  const found = applications.find(
    ({ marker, content }) => marker === 0xe1 && content.subarray(0, 6).equals(exifHead),
  );
  return found?.content.subarray(6);
}

/** Decoders ignore a JFIF segment shorter than the full header. */
function isJfif({ marker, content }: Applications[number]): boolean {
  return marker === 0xe0 && content.length >= 14 && startsWith(content, "JFIF\0");
}

function startsWith(content: Buffer, text: string): boolean {
  return content.toString("latin1", 0, text.length) === text;
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
