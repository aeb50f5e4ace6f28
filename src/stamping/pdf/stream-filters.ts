import { inflate, type NotUnpacked } from "./inflate.ts";
import { undoPredictor } from "./predictor.ts";
import { asArray, asDict, asName, asNumber, type PdfDict, type Raw } from "./values.ts";

export type Resolve = (raw: Raw | undefined) => Raw | undefined;

/**
 * The unpacked bytes of a stream that has no filter or one FlateDecode filter, a view of `data` when nothing is
 * packed. Every other filter counts as unreadable; more than `limit` bytes are too large.
 */
export function unpack(dict: PdfDict, data: Buffer, limit: number, resolve: Resolve): Buffer | NotUnpacked {
  const filters = oneOrMore(resolve(dict.get("Filter") ?? dict.get("F"))).map((raw) => asName(resolve(raw)));
  if (filters.length === 0) return data.length <= limit ? data : "too large";
  if (filters.length > 1 || (filters[0] !== "FlateDecode" && filters[0] !== "Fl")) return "unreadable";
  const plain = inflate(data, limit);
  const parameters = oneOrMore(resolve(dict.get("DecodeParms") ?? dict.get("DP")))[0];
  const settings = asDict(resolve(parameters));
  if (typeof plain === "string" || !settings) return plain;
  const setting = (name: string, otherwise: number) => asNumber(resolve(settings.get(name))) ?? otherwise;
  return undoPredictor(plain, {
    kind: setting("Predictor", 1),
    colors: setting("Colors", 1),
    bits: setting("BitsPerComponent", 8),
    columns: setting("Columns", 1),
  });
}

function oneOrMore(raw: Raw | undefined): Raw[] {
  if (!raw) return [];
  return asArray(raw) ?? (raw.bytes.toString("latin1", raw.start, raw.end) === "null" ? [] : [raw]);
}
