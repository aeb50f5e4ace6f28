import type { EmbeddedFont } from "../text/pdf-fonts.ts";

/** The target of new objects: a new file or an update. */
type ObjectWriter = {
  add(body: string): number;
  addStream(entries: string, data: Uint8Array): number;
};

/** Writes a Type0 font with its descendant, descriptor, font program and ToUnicode map. */
export function writeFont(file: ObjectWriter, font: EmbeddedFont): number {
  const { descriptor, baseFont, fontFile, packed, widths } = font;
  const program = file.addStream(`/Length1 ${fontFile.length} /Filter /FlateDecode`, packed.fontFile);
  const described = file.add(
    `<< /Type /FontDescriptor /FontName /${baseFont} /Flags ${descriptor.flags} /FontBBox [${descriptor.bbox.join(" ")}] ` +
      `/ItalicAngle ${descriptor.italicAngle} /Ascent ${descriptor.ascent} /Descent ${descriptor.descent} ` +
      `/CapHeight ${descriptor.capHeight} /StemV ${descriptor.stemV} /FontFile2 ${program} 0 R >>`,
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
