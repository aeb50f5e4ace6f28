import { stampColors } from "../stamp/stamp.ts";
import { exifOrientation, safeExif } from "./exif.ts";
import { isAdobe, isJfif, isProfilePart, readModel } from "./jpeg-colors.ts";
import type { JpegFile } from "./jpeg-parts.ts";
import type { InkTone } from "./jpeg-strip.ts";

const exifHead = Buffer.from("Exif\0\0", "latin1");

const emptyExif = Buffer.from("MM\0*\0\0\0\0", "latin1");
/** What fits into one segment, with a margin. */
const maxExif = 60_000;

/** The version of ITU-T T.871 (10.1), behind the segment's name. */
const jfifVersion = { at: 5, major: 1, minor: 2 };

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
    // Some programs refuse a version that does not exist.
    if (withoutPreview[jfifVersion.at] !== jfifVersion.major)
      withoutPreview.set([jfifVersion.major, jfifVersion.minor], jfifVersion.at);
    parts.push(segment(0xe0, withoutPreview));
  }
  const exif = findExif(details);
  const all = exif && safeExif(exif, orientation);
  const kept = all && all.length < maxExif ? all : safeExif(emptyExif, orientation);
  if (kept) parts.push(segment(0xe1, Buffer.concat([exifHead, kept])));
  for (const application of colors)
    if (isProfilePart(application) || isAdobe(application))
      parts.push(segment(application.marker, application.content));
  return Buffer.concat(parts);
}

/** The sample values of the strip's tint and ink in a gray or color picture. */
export function inkTones(components: { id: number }[], applications: Applications): InkTone[] {
  const { tint, ink } = stampColors;
  const [paper, ...differences] = toYcc(tint);
  // Letters differ from the tint in brightness alone, so that they are sharp and cheap to encode.
  const brightness = { paper, ink: toYcc(ink)[0] };
  switch (readModel(components, applications)) {
    case "gray":
      return [brightness];
    case "RGB":
      return tint.map((value, index) => ({ paper: value, ink: ink[index] ?? 0 }));
    default:
      return [brightness, ...differences.map((value) => ({ paper: value, ink: value }))];
  }
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

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
