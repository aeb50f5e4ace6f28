import { readJpeg2000Header, readJpegHeader } from "./coded-pictures.ts";
import type { PdfDocument } from "./document.ts";
import { asArray, asName, asNumber, asString, getText, type PdfDict, type Raw } from "./values.ts";

const deviceComponents: Record<string, number> = {
  DeviceGray: 1,
  G: 1,
  CalGray: 1,
  Indexed: 1,
  I: 1,
  Separation: 1,
  DeviceRGB: 3,
  RGB: 3,
  CalRGB: 3,
  Lab: 3,
  DeviceCMYK: 4,
  CMYK: 4,
};
/** Filters whose data say how many bits a sample has (ISO 32000-2, table 87). */
const selfDescribing = new Set(["DCTDecode", "DCT", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode", "CCF"]);
const grayFamilies = new Set(["DeviceGray", "G", "CalGray", "ICCBased", "Indexed"]);
const depths = new Set([1, 2, 4, 8, 16]);

const noData = Buffer.alloc(0);

type Picture = { document: PdfDocument; dict: PdfDict; filters: string[]; data: Buffer };

/**
 * True if programs draw this image differently: its dictionary lacks an entry that it needs, or has one that
 * contradicts another or that ISO 32000-2, 8.9.5 and 11.6.5, do not allow.
 */
export function isAmbiguousPicture(document: PdfDocument, dict: PdfDict, data: Buffer): boolean {
  const filter = document.resolve(dict.get("Filter"));
  const filters = (asArray(filter) ?? (filter ? [filter] : [])).map(
    (raw) => asName(document.resolve(raw)) ?? "",
  );
  const picture = { document, dict, filters, data };
  return isTrue(get(picture, "ImageMask")) ? isAmbiguousStencil(picture) : isAmbiguousImage(picture);
}

const get = ({ document, dict }: Picture, key: string): Raw | undefined => document.resolve(dict.get(key));
const isTrue = (raw: Raw | undefined): boolean => raw !== undefined && getText(raw) === "true";

function isAmbiguousStencil(picture: Picture): boolean {
  const bits = asNumber(get(picture, "BitsPerComponent")) ?? 1;
  const decode = numbers(picture, "Decode") ?? [0, 1];
  const [zero, one] = decode;
  const isPlain = decode.length >= 2 && ((zero === 0 && one === 1) || (zero === 1 && one === 0));
  return bits !== 1 || !isPlain || picture.dict.has("SMask") || picture.dict.has("Mask");
}

function isAmbiguousImage(picture: Picture): boolean {
  const { filters } = picture;
  const last = filters.at(-1) ?? "";
  const isJpeg2000 = last === "JPXDecode";
  const bits = asNumber(get(picture, "BitsPerComponent"));
  const space = get(picture, "ColorSpace");
  if (!space && !isJpeg2000) return true;
  if (bits === undefined ? !selfDescribing.has(last) : !isJpeg2000 && !depths.has(bits)) return true;
  const family = familyOf(picture, space);
  if (family === "Pattern") return true;
  const components = countComponents(picture, space, family);
  return (
    hasOddMask(picture, components, bits ?? 8) ||
    hasOddSoftMask(picture) ||
    hasOddDecode(picture, components, family, bits ?? 8) ||
    contradictsData(picture, components)
  );
}

/** The name of a color space or of its family. */
function familyOf({ document }: Picture, space: Raw | undefined): string | undefined {
  const [first] = asArray(space, 1) ?? [];
  return asName(document.resolve(first ?? space));
}

function countComponents(
  { document }: Picture,
  space: Raw | undefined,
  family: string | undefined,
): number | undefined {
  const [, second] = asArray(space, 2) ?? [];
  if (family === "ICCBased") return asNumber(document.resolve(document.dict(second)?.get("N")));
  if (family === "DeviceN") return asArray(document.resolve(second))?.length;
  return family === undefined ? undefined : deviceComponents[family];
}

/** True if the compressed data have another size or other colors than the dictionary says. */
function contradictsData(picture: Picture, components: number | undefined): boolean {
  const { filters, data } = picture;
  if (filters.length !== 1) return false;
  const isJpeg2000 = filters[0] === "JPXDecode";
  if (!isJpeg2000 && filters[0] !== "DCTDecode" && filters[0] !== "DCT") return false;
  const coded = isJpeg2000 ? readJpeg2000Header(data) : readJpegHeader(data);
  if (!coded) return false;
  const [width, height] = ["Width", "Height"].map((key) => asNumber(get(picture, key)));
  const hasOtherSize = coded.width !== width || coded.height !== height;
  // JPEG 2000 data may have a channel for opacity besides the colors.
  const isWrongCount =
    components !== undefined &&
    coded.components !== components &&
    !(isJpeg2000 && coded.components === components + 1);
  return hasOtherSize || isWrongCount;
}

/** Color-key masks are pairs of whole numbers that a sample can have (ISO 32000-2, 8.9.6.4). */
function hasOddMask(picture: Picture, components: number | undefined, bits: number): boolean {
  const { document, dict } = picture;
  const mask = get(picture, "Mask");
  if (!mask) return false;
  const ranges = numbers(picture, "Mask");
  if (!ranges) {
    const stencil = document.dict(mask);
    return stencil !== undefined && !isTrue(document.resolve(stencil.get("ImageMask")));
  }
  if (dict.has("SMask")) return true;
  const largest = 2 ** bits - 1;
  const used = ranges.slice(0, components === undefined ? undefined : components * 2);
  return used.some((value) => !Number.isInteger(value) || value < 0 || value > largest);
}

function hasOddSoftMask(picture: Picture): boolean {
  const { document } = picture;
  const mask = document.dict(picture.dict.get("SMask"));
  if (!mask) return false;
  const soft = { ...picture, dict: mask };
  const family = familyOf(soft, get(soft, "ColorSpace"));
  return mask.has("SMask") || mask.has("Mask") || (family !== undefined && !grayFamilies.has(family));
}

function hasOddDecode(
  picture: Picture,
  components: number | undefined,
  family: string | undefined,
  bits: number,
): boolean {
  const decode = numbers(picture, "Decode");
  if (!decode || components === undefined) return false;
  if (decode.length < components * 2) return true;
  if (family === "Lab" || family === "ICCBased") return false;
  const largest = family === "Indexed" || family === "I" ? 2 ** bits - 1 : 1;
  return decode.slice(0, components * 2).some((value) => value < 0 || value > largest);
}

function numbers({ document, dict }: Picture, key: string): number[] | undefined {
  return asArray(document.resolve(dict.get(key)), 64)?.map(
    (item) => asNumber(document.resolve(item)) ?? Number.NaN,
  );
}

/** True if the table of an indexed color space has fewer colors than it says: programs replace them differently. */
export function hasShortTable(document: PdfDocument, [, base, highest, table]: Raw[]): boolean {
  const space = document.resolve(base);
  const picture = { document, dict: new Map<string, Raw>(), filters: [], data: noData };
  const family = familyOf(picture, space);
  const components = countComponents(picture, space, family);
  const bytes = asString(document.resolve(table));
  const last = asNumber(document.resolve(highest));
  if (components === undefined || last === undefined || !bytes) return false;
  return bytes.length < (last + 1) * components;
}
