import { deflateSync } from "node:zlib";
import { type EmbeddedFont, type EmbeddedFonts, embedFonts } from "../text/pdf-fonts.ts";
import { type Glyph, type ShapedText, shapeText } from "../text/shape.ts";
import type { Revision } from "./revision.ts";

/** What nearly every stamp is written with. A few glyphs more per file buy a font that is made once, not per file. */
const defaultCharacters = " !&'()+,-./0123456789:@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz·";

type DefaultFonts = { fonts: EmbeddedFonts; glyphs: Set<string> };

type PackedFont = { program: Uint8Array; toUnicode: Uint8Array };

let usual: DefaultFonts | undefined;
const writtenFonts = new WeakMap<Revision, Map<EmbeddedFont, number>>();
const packedFonts = new WeakMap<EmbeddedFont, PackedFont>();

/** Fonts that hold every glyph of the lines: the usual one where it is enough, else fonts made for these lines. */
export function fontsFor(lines: ShapedText[]): EmbeddedFonts {
  usual ??= makeUsual();
  const { fonts, glyphs } = usual;
  const enough = lines.every(({ runs }) =>
    runs.every((run) => run.font === "latin" && run.glyphs.every((glyph) => isPlain(glyph, glyphs))),
  );
  return enough ? fonts : embedFonts(lines);
}

function makeUsual(): DefaultFonts {
  const line = shapeText(defaultCharacters);
  return { fonts: embedFonts([line]), glyphs: new Set(line.runs.flatMap((run) => run.glyphs.map(nameOf))) };
}

const nameOf = ({ id, text }: Glyph): string => `${id}:${text}`;
const isPlain = (glyph: Glyph, known: Set<string>): boolean =>
  glyph.dx === 0 && glyph.dy === 0 && known.has(nameOf(glyph));

/** Object number of a font, which a revision holds only once. */
export function writeFont(revision: Revision, font: EmbeddedFont): number {
  const written = writtenFonts.get(revision) ?? new Map<EmbeddedFont, number>();
  writtenFonts.set(revision, written);
  const number = written.get(font) ?? writeNewFont(revision, font);
  written.set(font, number);
  return number;
}

/** Writes a Type0 font with its descendant, descriptor, program and text map. */
function writeNewFont(revision: Revision, font: EmbeddedFont): number {
  const { descriptor, baseFont, fontFile, widths } = font;
  const { program: packedProgram, toUnicode } = packed(font);
  const program = revision.addStream(`/Length1 ${fontFile.length} /Filter /FlateDecode`, packedProgram);
  const described = revision.add(
    `<< /Type /FontDescriptor /FontName /${baseFont} /Flags ${descriptor.flags} /FontBBox [${descriptor.bbox.join(" ")}] ` +
      `/ItalicAngle ${descriptor.italicAngle} /Ascent ${descriptor.ascent} /Descent ${descriptor.descent} ` +
      `/CapHeight ${descriptor.capHeight} /StemV ${descriptor.stemV} /FontFile2 ${program} 0 R >>`,
  );
  const descendant = revision.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${baseFont} /FontDescriptor ${described} 0 R /CIDToGIDMap /Identity ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 0 /W [0 [${widths.join(" ")}]] >>`,
  );
  const unicode = revision.addStream("/Filter /FlateDecode", toUnicode);
  return revision.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${baseFont} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
}

function packed(font: EmbeddedFont): PackedFont {
  const known = packedFonts.get(font) ?? {
    program: deflateSync(font.fontFile),
    toUnicode: deflateSync(Buffer.from(font.toUnicode, "latin1")),
  };
  packedFonts.set(font, known);
  return known;
}
