import { inflateSync } from "node:zlib";
import { BrokenPdf } from "./broken-pdf.ts";
import { isWhite, sign } from "./characters.ts";
import { asArray, asName, asNumber, getText, type PdfDict, type Raw, rawAt } from "./values.ts";

const longestHeader = 8000;
const largestImage = 16 * 1024 * 1024;
const longNames: Record<string, string> = {
  W: "Width",
  H: "Height",
  BPC: "BitsPerComponent",
  CS: "ColorSpace",
  IM: "ImageMask",
  F: "Filter",
};
const channels: Record<string, number> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
  I: 1,
  Indexed: 1,
};

/**
 * The position after the "EI" of an inline image whose "BI" ends at `start` (ISO 32000-2, 8.9.7). Undefined unless the
 * length of its data is certain and readers that only search for "EI" stop at the same place.
 */
export function inlineImageEnd(content: Buffer, start: number): number | undefined {
  const header = readHeader(content, start);
  if (!header) return undefined;
  const length = lengthOfData(content, header);
  if (length === undefined) return undefined;
  const dataEnd = header.data + length;
  const found = firstEnd(content, header.data);
  if (found === undefined || found < dataEnd) return undefined;
  for (let at = dataEnd; at < found; at++) if (!isWhite(content[at])) return undefined;
  return found + 2;
}

/**
 * True unless the header of an inline image whose "BI" ends at `start` names its color space, or says that it is a
 * stencil, which has none (ISO 32000-2, table 91).
 */
export function lacksColorSpace(content: Buffer, start: number): boolean {
  const entries = readHeader(content, start)?.entries;
  return !entries || !(entries.has("ColorSpace") || isStencil(entries));
}

const isStencil = (entries: PdfDict): boolean =>
  entries.has("ImageMask") && getText(entries.get("ImageMask") as Raw) === "true";

type Header = { entries: PdfDict; data: number };

function readHeader(content: Buffer, start: number): Header | undefined {
  const entries: PdfDict = new Map();
  let at = skipBlank(content, start);
  while (content[at] === sign.slash && at < start + longestHeader) {
    const key = valueAt(content, at);
    const value = key && valueAt(content, skipBlank(content, key.end));
    const name = asName(key) ?? "";
    const longName = longNames[name] ?? name;
    if (!value || entries.has(longName)) return undefined;
    entries.set(longName, value);
    at = skipBlank(content, value.end);
  }
  const isData = content[at] === 73 && content[at + 1] === 68 && isWhite(content[at + 2]);
  return isData ? { entries, data: at + 3 } : undefined;
}

function valueAt(content: Buffer, at: number): Raw | undefined {
  try {
    const raw = rawAt(content.subarray(0, at + longestHeader), at);
    return getText(raw).includes("%") ? undefined : { ...raw, bytes: content };
  } catch (error) {
    if (error instanceof BrokenPdf) return undefined;
    throw error;
  }
}

function skipBlank(content: Buffer, start: number): number {
  let at = start;
  while (isWhite(content[at])) at++;
  return at;
}

function lengthOfData(content: Buffer, { entries, data }: Header): number | undefined {
  const filter = entries.get("Filter");
  if (!filter) return lengthUnfiltered(entries);
  const [first] = asArray(filter) ?? [filter];
  const name = asName(first);
  if (name === "A85" || name === "ASCII85Decode") return lengthUpTo(content, data, "~>");
  if (name === "AHx" || name === "ASCIIHexDecode") return lengthUpTo(content, data, ">");
  return name === "Fl" || name === "FlateDecode" ? lengthInflated(content, data) : undefined;
}

function lengthUnfiltered(entries: PdfDict): number | undefined {
  const width = asNumber(entries.get("Width")) ?? 0;
  const height = asNumber(entries.get("Height")) ?? 0;
  const isMask = isStencil(entries);
  const bits = isMask ? 1 : (asNumber(entries.get("BitsPerComponent")) ?? 0);
  const colors = isMask ? 1 : countColors(entries.get("ColorSpace"));
  if (![width, height, bits].every((value) => Number.isInteger(value) && value > 0) || !colors)
    return undefined;
  const length = Math.ceil((width * bits * colors) / 8) * height;
  return length <= largestImage ? length : undefined;
}

function countColors(space: Raw | undefined): number | undefined {
  return channels[asName(asArray(space)?.[0] ?? space) ?? ""];
}

function lengthUpTo(content: Buffer, data: number, end: string): number | undefined {
  const found = content.indexOf(end, data, "latin1");
  return found < 0 ? undefined : found + end.length - data;
}

type Inflated = { engine: { bytesWritten: number } };

function lengthInflated(content: Buffer, data: number): number | undefined {
  try {
    const packed = content.subarray(data, data + largestImage);
    const result: unknown = inflateSync(packed, { info: true, maxOutputLength: largestImage });
    return (result as Inflated).engine.bytesWritten;
  } catch {
    // Data that cannot be decoded has no certain end.
    return undefined;
  }
}

/** The first "EI" followed by white space or a delimiter. */
function firstEnd(content: Buffer, from: number): number | undefined {
  for (let found = content.indexOf("EI", from); found >= 0; found = content.indexOf("EI", found + 1)) {
    if (found + 2 === content.length || isWhite(content[found + 2])) return found;
  }
  return undefined;
}
