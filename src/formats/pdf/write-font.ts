import type { EmbeddedFont } from "../text/pdf-fonts.ts";
import { countGlyphs } from "../text/truetype-tables.ts";

/** The target of new objects: a new file or an update. */
type ObjectWriter = {
  add(body: string): number;
  addStream(entries: string, data: Uint8Array): number;
};

/**
 * Writes a Type0 font with its descendant, descriptor, font program and ToUnicode map. With `listsGlyphs`, a CIDSet
 * lists every glyph of the program, as PDF/A-1 requires of subsets (ISO 19005-1, 6.3.5); later parts allow no list that
 * is shorter.
 */
export function writeFont(file: ObjectWriter, font: EmbeddedFont, { listsGlyphs = false } = {}): number {
  const { descriptor, baseFont, fontFile, packed, widths } = font;
  const program = file.addStream(`/Length1 ${fontFile.length} /Filter /FlateDecode`, packed.fontFile);
  const glyphs = listsGlyphs ? `/CIDSet ${file.addStream("", allGlyphs(countGlyphs(fontFile)))} 0 R ` : "";
  const described = file.add(
    `<< /Type /FontDescriptor /FontName /${baseFont} /Flags ${descriptor.flags} /FontBBox [${descriptor.bbox.join(" ")}] ` +
      `/ItalicAngle ${descriptor.italicAngle} /Ascent ${descriptor.ascent} /Descent ${descriptor.descent} ` +
      `/CapHeight ${descriptor.capHeight} /StemV ${descriptor.stemV} ${glyphs}/FontFile2 ${program} 0 R >>`,
  );
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${baseFont} /FontDescriptor ${described} 0 R /CIDToGIDMap /Identity ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 0 /W [0 [${widths.join(" ")}]] >>`,
  );
  const unicode = file.addStream("/Filter /FlateDecode", packed.toUnicode);
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${baseFont} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
}

/** One bit for each glyph, the first in the highest bit of the first byte (ISO 32000-1, 9.8.3.2). */
function allGlyphs(count: number): Buffer {
  const bits = Buffer.alloc(Math.ceil(count / 8), 0xff);
  if (count % 8 !== 0) bits[bits.length - 1] = (0xff << (8 - (count % 8))) & 0xff;
  return bits;
}
