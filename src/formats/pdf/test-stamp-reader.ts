/** Test support: reads a stamp back from the file, without the code that drew it. */
import type { PdfDocument } from "./document.ts";
import { type Bounds, type Matrix, transformBounds } from "./matrix.ts";
import { openPdf } from "./open-pdf.ts";
import { asArray, asNumber, asReference, type PdfDict, type Raw } from "./values.ts";

export type ReadStamp = {
  /** All of its text in drawing order, without white space. */
  text: string;
  /** Its bounding box in the page's coordinates. */
  bounds: Bounds;
};

const placed = /q ((?:-?[\d.]+ ){6})cm \/(\S+) Do Q\s*(?:EMC\s*)?$/;

/** The stamp at the end of the first page's content. */
export function readStamp(file: Buffer): ReadStamp {
  const { document, pages } = openPdf(file);
  const page: PdfDict = pages[0]?.dict ?? new Map();
  const contents = document.resolve(page.get("Contents"));
  const last = asArray(contents)?.at(-1) ?? page.get("Contents");
  const [, matrix = "", name = ""] = placed.exec(streamText(document, last)) ?? [];
  const forms = inside(document, page.get("Resources"), "XObject");
  const form = document.dict(forms)?.get(name);
  const box = (asArray(inside(document, form, "BBox")) ?? []).map((side) => asNumber(side));
  return {
    text: textOfForm(document, form),
    bounds: transformBounds(fourOf(box), sixOf(matrix.split(" ").map(Number))),
  };
}

const inside = (document: PdfDocument, dict: Raw | undefined, key: string): Raw | undefined =>
  document.resolve(document.dict(dict)?.get(key));

function streamText(document: PdfDocument, raw: Raw | undefined): string {
  const object = document.object(asReference(raw)?.number ?? 0);
  const bytes = object && document.unpacked(object, 1_000_000);
  return bytes instanceof Buffer ? bytes.toString("latin1") : "";
}

/** Each glyph is looked up in the map of its font, the last one selected before it. */
function textOfForm(document: PdfDocument, form: Raw | undefined): string {
  const fonts = document.dict(inside(document, inside(document, form, "Resources"), "Font"));
  let text = "";
  let meanings = new Map<string, string>();
  for (const [, font, codes = ""] of streamText(document, form).matchAll(/\/(F\d+) \S+ Tf|<([0-9a-f]+)>/g)) {
    if (font)
      meanings = parseMeanings(streamText(document, document.dict(fonts?.get(font))?.get("ToUnicode")));
    for (const [code] of codes.matchAll(/.{4}/g)) text += meanings.get(code) ?? "\ufffd";
  }
  return text.replace(/\s+/g, "");
}

/** Single glyphs (bfchar) and runs of glyphs with consecutive characters (bfrange). */
function parseMeanings(map: string): Map<string, string> {
  const single = [...map.matchAll(/^<(\w{4})> <(\w+)>$/gm)];
  const meanings = new Map(
    single.map(([, code = "", units = ""]) => [code, Buffer.from(units, "hex").swap16().toString("utf16le")]),
  );
  for (const [, first = "", last = "", unit = ""] of map.matchAll(/^<(\w{4})> <(\w{4})> <(\w{4})>$/gm)) {
    const [start, end, character] = [first, last, unit].map((digits) => Number.parseInt(digits, 16));
    for (let code = start ?? 0; code <= (end ?? 0); code++) {
      const meaning = String.fromCharCode((character ?? 0) + code - (start ?? 0));
      meanings.set(code.toString(16).padStart(4, "0"), meaning);
    }
  }
  return meanings;
}

function fourOf([left = Number.NaN, bottom = Number.NaN, right = Number.NaN, top = Number.NaN]: (
  | number
  | undefined
)[]): Bounds {
  return [left, bottom, right, top];
}

function sixOf([
  a = Number.NaN,
  b = Number.NaN,
  c = Number.NaN,
  d = Number.NaN,
  e = Number.NaN,
  f = Number.NaN,
]: number[]): Matrix {
  return [a, b, c, d, e, f];
}
