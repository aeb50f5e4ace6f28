import { constants, gunzipSync } from "node:zlib";

/** The start of an SVG element with any prefix. */
export const svgTag = /<(?:[^\s<>/:]{1,60}:)?svg[\s>/]/;
/** Maximum length of an incomplete start tag at the end of a chunk. */
export const longestSvgTag = 70;

const links = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const packed = /^data:[^,]*;base64,/i;
/** PNG, JPEG, GIF, WebP, BMP, TIFF. */
const pictures = /^(?:89504e47|ffd8ff|47494638|52494646|424d|49492a00|4d4d002a)/;
/** EMF and the two kinds of WMF. */
const metafiles = /^(?:01000000|d7cdc69a|01000900)/;

/**
 * Whether an SVG refers to another file of the machine, or may embed one that does: LibreOffice reads those.
 * LibreOffice has no network access and knows no base folder, so web addresses and relative names are harmless.
 */
export function hasExternalReference(svg: string): boolean {
  return [...svg.matchAll(links)].some(([, double, single]) => reachesOut(double ?? single ?? ""));
}

function reachesOut(value: string): boolean {
  const address = value.replace(/&#(x?)([0-9a-f]+);/gi, decodeReference).replace(/[^\x21-\x7e]/g, "");
  const name = scheme.exec(address)?.[1]?.toLowerCase();
  if (name === undefined || ["http", "https", "mailto"].includes(name)) return false;
  const head = packed.exec(address)?.[0];
  if (head === undefined) return true;
  return !pictures.test(Buffer.from(address.slice(head.length, head.length + 16), "base64").toString("hex"));
}

function decodeReference(_: string, isHex: string, digits: string): string {
  const code = Number.parseInt(digits, isHex ? 16 : 10);
  return code < 128 ? String.fromCharCode(code) : "?";
}

/** Whether a part, given its first bytes, is gzip data that is not a Word metafile: it may contain an SVG. */
export function mayBePackedSvg(start: Buffer): boolean {
  if (start.toString("latin1", 0, 3) !== "\u001f\u008b\u0008") return false;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    const inside = gunzipSync(start.subarray(0, 1_000), options);
    return !metafiles.test(inside.toString("hex", 0, 4));
  } catch {
    return true;
  }
}
