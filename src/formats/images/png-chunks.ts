import { crc32 } from "node:zlib";
import { exifOrientation, hasLocation, safeExif } from "./exif.ts";
import { checkPictureSize, damagedPicture } from "./picture-limits.ts";
import { pngSignature } from "./picture-size.ts";
import { readPngTexts } from "./png-texts.ts";

export type PngChunk = { type: string; data: Buffer };

/** A PNG split into chunks (ISO/IEC 15948); the picture is still compressed. */
export type PngFile = {
  width: number;
  height: number;
  bitDepth: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha. */
  colorType: number;
  interlaced: boolean;
  palette: Buffer | undefined;
  transparency: Buffer | undefined;
  orientation: number;
  /** Whether there is an animation, and whether the picture itself is part of it. */
  animation: "none" | "with picture" | "without picture";
  /** The chunks that describe the colors. */
  colors: PngChunk[];
  /** Whether there are more of these, which some decoders skip: damaged, repeated, or after the palette. */
  hasUnsoundColors: boolean;
  /** Whether its metadata say where it was taken. */
  hasPlace: boolean;
  /** Resolution, EXIF data and rights that the stamped copy keeps. */
  kept: PngChunk[];
  imageData: Buffer[];
};

const colorTypes = ["gAMA", "cHRM", "sRGB", "iCCP", "cICP"];
const depths: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/**
 * Splits a PNG into chunks. Text chunks other than those of the rights (XMP may contain the location; they may also be
 * bombs), animation frames, unknown chunks and bytes after the end are dropped.
 */
export function parsePng(bytes: Buffer): PngFile {
  const chunks = [...chunksOf(bytes)];
  const header = chunks[0]?.data;
  if (chunks[0]?.type !== "IHDR" || header?.length !== 13) throw damagedPicture();
  const [bitDepth = 0, colorType = 0, compression, filter, interlace = 0] = header.subarray(8);
  if (!depths[colorType]?.includes(bitDepth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw damagedPicture();
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  checkPictureSize(width, height);
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const palette = find("PLTE");
  const imageData = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  if (
    imageData.length === 0 ||
    (colorType === 3 && (!palette || palette.length % 3 !== 0 || palette.length > 768))
  )
    throw damagedPicture();
  const exif = find("eXIf");
  const details = exif && safeExif(exif);
  const resolution = find("pHYs");
  const kept = resolution ? [{ type: "pHYs", data: resolution }] : [];
  if (details) kept.push({ type: "eXIf", data: details });
  const texts = readPngTexts(chunks);
  kept.push(...texts.kept);
  return {
    width,
    height,
    bitDepth,
    colorType,
    interlaced: interlace === 1,
    palette: colorType === 3 ? palette : undefined,
    transparency: find("tRNS"),
    orientation: exif ? exifOrientation(exif) : 1,
    hasPlace: texts.namesPlace || (exif !== undefined && hasLocation(exif)),
    animation: findAnimation(chunks),
    ...findColors(chunks),
    kept,
    imageData,
  };
}

function findAnimation(chunks: PngChunk[]): PngFile["animation"] {
  const place = (name: string) => chunks.findIndex(({ type }) => type === name);
  if (place("acTL") < 0) return "none";
  return place("fcTL") > place("IDAT") ? "without picture" : "with picture";
}

/** Color chunks precede the palette and the picture data, and none is repeated (ISO/IEC 15948, 5.6). */
function findColors(chunks: FoundChunk[]): Pick<PngFile, "colors" | "hasUnsoundColors"> {
  const end = chunks.findIndex(({ type }) => type === "PLTE" || type === "IDAT");
  const all = chunks.filter(({ type }) => colorTypes.includes(type));
  const colors = new Map<string, PngChunk>();
  for (const { type, data, isIntact } of chunks.slice(0, end))
    if (colorTypes.includes(type) && isIntact && !colors.has(type)) colors.set(type, { type, data });
  return { colors: [...colors.values()], hasUnsoundColors: colors.size < all.length };
}

/** A chunk, and whether its checksum matches. */
type FoundChunk = PngChunk & { isIntact: boolean };

function* chunksOf(bytes: Buffer): Generator<FoundChunk> {
  if (!bytes.subarray(0, 8).equals(pngSignature)) throw damagedPicture();
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw damagedPicture();
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw damagedPicture();
    const type = bytes.toString("latin1", at + 4, at + 8);
    const isIntact = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4);
    if (/^[A-Z]/.test(type) && !isIntact) throw damagedPicture();
    if (type === "IEND") return;
    yield { type, data: bytes.subarray(at + 8, end - 4), isIntact };
    at = end;
  }
}

/** A chunk as it is encoded in a file. */
export function chunkBytes({ type, data }: PngChunk): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length);
  out.write(type, 4, "latin1");
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}
