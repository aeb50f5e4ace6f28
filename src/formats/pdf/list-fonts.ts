import { BrokenPdf } from "./broken-pdf.ts";
import { PdfDocument } from "./document.ts";
import { asDict, asName } from "./values.ts";

const maxFonts = 1_000;

/**
 * The names of the fonts in a PDF, each once, without the letters that mark a subset (ISO 32000-2, 9.9.2). Of a damaged
 * file, as many as can be read.
 */
export function listFonts(bytes: Buffer): string[] {
  const names = new Set<string>();
  try {
    collectFonts(new PdfDocument(bytes), names);
  } catch (error) {
    if (!(error instanceof BrokenPdf)) throw error;
  }
  return [...names].sort();
}

function collectFonts(document: PdfDocument, names: Set<string>): void {
  for (const number of document.xref.entries.keys()) {
    const dict = asDict(document.object(number)?.value);
    const name = dict && asName(dict.get("Type")) === "Font" ? asName(dict.get("BaseFont")) : undefined;
    if (name !== undefined) names.add(name.replace(/^[A-Z]{6}\+/, ""));
    if (names.size >= maxFonts) return;
  }
}
