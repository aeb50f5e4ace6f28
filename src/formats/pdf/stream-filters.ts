import { BrokenPdf } from "./broken-pdf.ts";
import { type Extent, inflate, type NotUnpacked } from "./inflate.ts";
import { decodeLzw } from "./lzw.ts";
import { type Predictor, undoPredictor } from "./predictor.ts";
import { decodeAscii85, decodeAsciiHex, decodeRunLength } from "./simple-filters.ts";
import { asArray, asDict, asName, asNumber, isNull, type PdfDict, type Raw } from "./values.ts";

export type Resolve = (raw: Raw | undefined) => Raw | undefined;

const maxFilters = 8;

/**
 * The decoded bytes of a stream, a view of `data` if there is no filter. Lossy filters are unreadable; more than
 * `limit` bytes, even in between, are too large.
 */
export function unpack(
  dict: PdfDict,
  data: Buffer,
  limit: number,
  resolve: Resolve,
  extent: Extent = "as far as it goes",
): Buffer | NotUnpacked {
  const filters = oneOrMore(resolve(dict.get("Filter") ?? dict.get("F"))).map((raw) => asName(resolve(raw)));
  const parameters = oneOrMore(resolve(dict.get("DecodeParms") ?? dict.get("DP")));
  if (filters.length > maxFilters) return "unreadable";
  let plain = data;
  for (const [index, filter] of filters.entries()) {
    const settings = asDict(resolve(parameters[index]));
    const isEarly = (asNumber(resolve(settings?.get("EarlyChange"))) ?? 1) !== 0;
    const next = undo(filter, plain, limit, extent, isEarly);
    if (typeof next === "string") return next;
    const unpredicted = settings ? predictedOrUnreadable(next, readPredictor(settings, resolve)) : next;
    if (unpredicted === "unreadable") return unpredicted;
    plain = unpredicted;
  }
  return plain.length <= limit ? plain : "too large";
}

function predictedOrUnreadable(data: Buffer, predictor: Predictor): Buffer | "unreadable" {
  try {
    return undoPredictor(data, predictor);
  } catch (error) {
    if (error instanceof BrokenPdf) return "unreadable";
    throw error;
  }
}

/** `isEarly`: with LZW, codes become longer one code early. */
function undo(
  filter: string | undefined,
  data: Buffer,
  limit: number,
  extent: Extent,
  isEarly: boolean,
): Buffer | NotUnpacked {
  switch (filter) {
    case "FlateDecode":
    case "Fl":
      return inflate(data, limit, extent);
    case "ASCIIHexDecode":
    case "AHx":
      return decodeAsciiHex(data);
    case "ASCII85Decode":
    case "A85":
      return decodeAscii85(data);
    case "LZWDecode":
    case "LZW":
      return decodeLzw(data, limit, isEarly);
    case "RunLengthDecode":
    case "RL":
      return decodeRunLength(data, limit);
    default:
      return "unreadable";
  }
}

function readPredictor(settings: PdfDict, resolve: Resolve): Predictor {
  const setting = (name: string, otherwise: number) => asNumber(resolve(settings.get(name))) ?? otherwise;
  return {
    kind: setting("Predictor", 1),
    colors: setting("Colors", 1),
    bits: setting("BitsPerComponent", 8),
    columns: setting("Columns", 1),
  };
}

function oneOrMore(raw: Raw | undefined): Raw[] {
  if (!raw) return [];
  return asArray(raw) ?? (isNull(raw) ? [] : [raw]);
}
