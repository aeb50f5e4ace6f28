import { stampColors } from "../stamp/stamp.ts";
import { exifOrientation, hasLocation, safeExif } from "./exif.ts";
import { findIptc, readIptc, writeIptc } from "./iptc.ts";
import { isAdobe, isJfif, isProfilePart, readModel } from "./jpeg-colors.ts";
import type { JpegFile } from "./jpeg-parts.ts";
import type { InkTone } from "./jpeg-strip.ts";
import { joinRights, namesPlace, readXmpRights, writeXmpRights } from "./rights.ts";

const exifHead = Buffer.from("Exif\0\0", "latin1");

const emptyExif = Buffer.from("MM\0*\0\0\0\0", "latin1");
/** What fits into one segment, with a margin. */
const maxContent = 60_000;
const xmpHead = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");

/** The version of ITU-T T.871 (10.1), behind the segment's name. */
const jfifVersion = { at: 5, major: 1, minor: 2 };

type Applications = JpegFile["applications"];

export function jpegOrientation(applications: Applications): number {
  const exif = findExif(applications);
  return exif ? exifOrientation(exif) : 1;
}

/**
 * The headers before the picture data of the stamped copy: resolution, EXIF data without the location, rights, color
 * profile and color transform. Everything else in XMP and IPTC, comments, previews and unknown segments are dropped.
 * `orientation` is that of the stored picture. `details` are the original's segments, `colors` those of the file the
 * coefficients come from.
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
  const kept = all && all.length < maxContent ? all : safeExif(emptyExif, orientation);
  if (kept) parts.push(segment(0xe1, Buffer.concat([exifHead, kept])));
  parts.push(...rightsSegments(details));
  for (const application of colors)
    if (isProfilePart(application) || isAdobe(application))
      parts.push(segment(application.marker, application.content));
  return Buffer.concat(parts);
}

/** The rights that XMP and IPTC state, written anew: what programs would read besides them is unknown. */
function rightsSegments(details: Applications): Buffer[] {
  const iptc = iptcOf(details).rights;
  const packet = xmpOf(details);
  const xmp = writeXmpRights(joinRights(packet ? readXmpRights(packet) : {}, iptc));
  const contents: [number, Buffer | undefined][] = [
    [0xe1, xmp === undefined ? undefined : Buffer.concat([xmpHead, Buffer.from(xmp)])],
    [0xed, writeIptc(iptc)],
  ];
  return contents.flatMap(([marker, content]) =>
    content && content.length < maxContent ? [segment(marker, content)] : [],
  );
}

/** A JPEG that an encoder wrote, with EXIF data and a packet of XMP behind its first segment. */
export function withDetails(
  jpeg: Buffer,
  { exif, xmp }: { exif: Buffer | undefined; xmp: string | undefined },
): Buffer {
  const contents = [
    ...(exif ? [Buffer.concat([exifHead, exif])] : []),
    ...(xmp === undefined ? [] : [Buffer.concat([xmpHead, Buffer.from(xmp)])]),
  ].filter(({ length }) => length < maxContent);
  const end = 4 + jpeg.readUInt16BE(4);
  const segments = contents.map((content) => segment(0xe1, content));
  return Buffer.concat([jpeg.subarray(0, end), ...segments, jpeg.subarray(end)]);
}

/** Whether EXIF, XMP or IPTC data say where the picture was taken. */
export function hasPlace(applications: Applications): boolean {
  const exif = findExif(applications);
  const packet = xmpOf(applications);
  return (
    (exif !== undefined && hasLocation(exif)) ||
    (packet !== undefined && namesPlace(packet)) ||
    iptcOf(applications).namesPlace
  );
}

function xmpOf(applications: Applications): Buffer | undefined {
  const found = applications.find(
    ({ marker, content }) => marker === 0xe1 && content.subarray(0, xmpHead.length).equals(xmpHead),
  );
  return found?.content.subarray(xmpHead.length);
}

function iptcOf(applications: Applications): ReturnType<typeof readIptc> {
  const all = applications.filter(({ marker }) => marker === 0xed).map(({ content }) => findIptc(content));
  return readIptc(all.find((datasets) => datasets !== undefined) ?? Buffer.alloc(0));
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
