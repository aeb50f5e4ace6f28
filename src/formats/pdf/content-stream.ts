import type { PdfDocument } from "./document.ts";
import { hasRegularStart, type PdfObject } from "./object-syntax.ts";
import { asDict, asNumber, getText } from "./values.ts";

/**
 * True if every reader decodes the same bytes with the same filters: the stream's length is correct, and no entry that
 * controls decoding is repeated, abbreviated or written with escaped letters.
 */
export function hasCertainData(document: PdfDocument, object: PdfObject): boolean {
  const dict = asDict(object.value);
  if (!dict || !object.data || dict.has("F") || dict.has("DP")) return false;
  if (!hasRegularStart(document.bytes, object.value, object.data.start)) return false;
  const announced = asNumber(document.resolve(dict.get("Length")));
  if (announced !== object.data.end - object.data.start) return false;
  const text = getText(object.value);
  if (text.includes("#")) return false;
  return ["/Filter", "/DecodeParms", "/Length"].every((key) => isOnce(text, key));
}

/** "/Length1" is a different key; a false match only makes the check stricter. */
function isOnce(text: string, key: string): boolean {
  const first = text.indexOf(key);
  return first < 0 || text.indexOf(key, first + 1) < 0;
}
