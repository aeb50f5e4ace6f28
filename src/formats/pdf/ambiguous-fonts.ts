import type { PdfDocument } from "./document.ts";
import { isCommonGlyphName } from "./glyph-names.ts";
import { asArray, asName, asNumber, asReference, asString, type PdfDict, type Raw } from "./values.ts";

/** Fonts of pictures, for which programs without them show the letters of another font. */
const pictureFonts = /^(?:[A-Z]{6}\+)?(?:wingdings|webdings|marlett)/i;
const symbolFonts = /^(?:[A-Z]{6}\+)?(?:Symbol|ZapfDingbats)\b/;
const dingbat = /^a\d{1,3}$/;
/** Character collections for which every program has a replacement or says that it has none. */
const knownOrderings = new Set(["Japan1", "GB1", "CNS1", "Korea1", "KR", "Japan2", "Manga1"]);
const simpleTypes = new Set(["Type1", "MMType1", "TrueType"]);
const programKeys = ["FontFile", "FontFile2", "FontFile3"];
const firstVisible = 33;
const lastVisible = 126;

/**
 * True if programs choose different characters for this font: it has several font programs, or none and an encoding
 * that only its own font program could explain (ISO 32000-2, 9.6.5 and 9.7.5), or it is drawn without bounds.
 */
export function isAmbiguousFont(document: PdfDocument, font: PdfDict): boolean {
  const subtype = asName(document.resolve(font.get("Subtype"))) ?? "";
  if (subtype === "Type3") return font.has("CharProcs") && !document.resolve(font.get("FontBBox"));
  if (subtype === "Type0") return isAmbiguousComposite(document, font);
  if (!simpleTypes.has(subtype)) return false;
  const programs = countPrograms(document, font);
  return programs > 1 || (programs === 0 && isAmbiguousSimple(document, font));
}

function countPrograms(document: PdfDocument, font: PdfDict): number {
  const descriptor = document.dict(font.get("FontDescriptor"));
  return programKeys.filter((key) => {
    const reference = asReference(descriptor?.get(key));
    return reference !== undefined && document.object(reference.number)?.data !== undefined;
  }).length;
}

function isAmbiguousComposite(document: PdfDocument, font: PdfDict): boolean {
  const [first] = asArray(document.resolve(font.get("DescendantFonts")), 1) ?? [];
  const descendant = document.dict(first);
  if (!descendant) return true;
  const programs = countPrograms(document, descendant);
  if (programs > 0) return programs > 1;
  const system = document.dict(descendant.get("CIDSystemInfo"));
  const ordering = asString(document.resolve(system?.get("Ordering")))?.toString("latin1") ?? "";
  return !knownOrderings.has(ordering);
}

function isAmbiguousSimple(document: PdfDocument, font: PdfDict): boolean {
  const name = asName(document.resolve(font.get("BaseFont"))) ?? "";
  if (pictureFonts.test(name)) return true;
  const encoding = document.resolve(font.get("Encoding"));
  const dict = document.dict(encoding);
  const base = asName(document.resolve(dict ? dict.get("BaseEncoding") : encoding));
  if (base === "MacExpertEncoding") return true;
  const isSymbol = symbolFonts.test(name);
  if (isSymbol && base !== undefined) return true;
  const isKnown = (glyph: string) =>
    isCommonGlyphName(glyph) || (isSymbol && (dingbat.test(glyph) || /^[A-Za-z]+\d?$/.test(glyph)));
  return listDifferences(document, dict?.get("Differences")).some(
    ({ code, glyph }) => !isKnown(glyph) && isShown(document, font, code, glyph),
  );
}

/** Many programs fill the codes that they do not use with ".notdef" or with names that mean nothing. */
function isShown(document: PdfDocument, font: PdfDict, code: number, glyph: string): boolean {
  if (glyph === ".notdef" && (code < firstVisible || code > lastVisible)) return false;
  const first = asNumber(document.resolve(font.get("FirstChar")));
  const widths = asArray(document.resolve(font.get("Widths")));
  if (first === undefined || !widths) return true;
  return (asNumber(document.resolve(widths[code - first])) ?? 0) > 0;
}

function listDifferences(document: PdfDocument, raw: Raw | undefined): { code: number; glyph: string }[] {
  let code = 0;
  return (asArray(document.resolve(raw), 512) ?? []).flatMap((item) => {
    const value = document.resolve(item);
    const glyph = asName(value);
    if (glyph !== undefined) return [{ code: code++, glyph }];
    code = asNumber(value) ?? code;
    return [];
  });
}
