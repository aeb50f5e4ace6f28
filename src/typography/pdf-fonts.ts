import { createHash } from "node:crypto";
import { type Face, loadFace } from "./fonts.ts";
import type { FontKey, Glyph, ShapedText } from "./shape.ts";
import { hexUtf16, toUnicodeCMap } from "./to-unicode.ts";
import { subsetTrueType } from "./truetype-subset.ts";

/**
 * A Type0 font (ISO 32000-2, 9.7) as plain data, to be written by any PDF writer: a CIDFontType2 descendant with
 * /CIDSystemInfo Adobe-Identity-0, /CIDToGIDMap /Identity, /DW 0, /W [0 widths], /FontFile2 fontFile, and the
 * Type0 font itself with /Encoding /Identity-H. The same lines always give the same bytes.
 */
export type EmbeddedFont = {
  key: FontKey;
  /** Name in /Resources /Font, without the slash. */
  resource: string;
  /** /BaseFont and /FontName, with its subset tag. */
  baseFont: string;
  kind: "truetype";
  /** Values of the font descriptor in 1/1000 em. */
  descriptor: {
    flags: number;
    bbox: [number, number, number, number];
    italicAngle: number;
    ascent: number;
    descent: number;
    capHeight: number;
    stemV: number;
  };
  /** The subset, uncompressed. */
  fontFile: Uint8Array;
  /** Advance of each CID from 0, in 1/1000 em. */
  widths: number[];
  /** Text of the /ToUnicode CMap. */
  toUnicode: string;
  /** CID by `cidKey`. One glyph with two meanings (blank, no-break blank) has two CIDs. */
  cids: Map<string, number>;
};

export type EmbeddedFonts = { fonts: EmbeddedFont[] };

/** The fonts that hold every glyph of the lines and nothing more. */
export function embedFonts(lines: ShapedText[]): EmbeddedFonts {
  const used = new Map<FontKey, Map<string, Glyph>>();
  for (const run of lines.flatMap((line) => line.runs)) {
    const glyphs = used.get(run.font) ?? new Map<string, Glyph>();
    used.set(run.font, glyphs);
    for (const glyph of run.glyphs) glyphs.set(cidKey(glyph), glyph);
  }
  const fonts = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
  return { fonts: fonts.map(([key, glyphs], index) => embedFace(loadFace(key), glyphs, `F${index + 1}`)) };
}

/** Names a glyph together with what it stands for. */
export function cidKey(glyph: Glyph): string {
  return `${glyph.id}:${glyph.text}`;
}

function embedFace(face: Face, used: Map<string, Glyph>, resource: string): EmbeddedFont {
  const glyphs = [...used.values()].sort((a, b) => a.id - b.id || (a.text < b.text ? -1 : 1));
  const fontFile = subsetTrueType(
    face.bytes,
    glyphs.map((glyph) => glyph.id),
  );
  const thousandth = 1000 / face.font.unitsPerEm;
  const { bbox, italicAngle, ascent, descent, capHeight } = face.font;
  const scaled = (value: number) => Math.round(value * thousandth);
  return {
    key: face.key,
    resource,
    baseFont: `${subsetTag(fontFile)}+${face.font.postscriptName}`,
    kind: "truetype",
    descriptor: {
      flags: 4,
      bbox: [scaled(bbox.minX), scaled(bbox.minY), scaled(bbox.maxX), scaled(bbox.maxY)],
      italicAngle,
      ascent: scaled(ascent),
      descent: scaled(descent),
      capHeight: scaled(capHeight),
      stemV: face.key === "latin-bold" ? 140 : 80,
    },
    fontFile,
    widths: [0, ...glyphs.map((glyph) => glyph.id)].map((id) => hundredths(advanceOf(face, id) * 1000)),
    toUnicode: toUnicodeCMap(glyphs.map((glyph, index) => [index + 1, glyph.text])),
    cids: new Map(glyphs.map((glyph, index) => [cidKey(glyph), index + 1])),
  };
}

/** Six capital letters that change with the content of the subset (ISO 32000-2, 9.9.2). */
function subsetTag(fontFile: Uint8Array): string {
  const digest = createHash("sha256").update(fontFile).digest();
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join("");
}

function advanceOf(face: Face, id: number): number {
  return face.font.getGlyph(id).advanceWidth / face.font.unitsPerEm;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * Content operators that draw the line with its baseline through the current text position; to be placed
 * between BT and ET after Tm or Td. Leaves the text position behind the line and the rise at 0.
 */
export function showText(embedded: EmbeddedFonts, line: ShapedText, size: number): string {
  const operators = line.runs.map((run) => {
    const font = embedded.fonts.find(({ key }) => key === run.font);
    if (!font) throw new Error(`The line was not among those the fonts were embedded for: ${line.text}`);
    return `/${font.resource} ${size} Tf\n${showGlyphs(font, run.glyphs, size)}`;
  });
  const drawn = operators.join("\n");
  return readsAsDrawn(line) ? drawn : `/Span <</ActualText ${utf16(line.text)}>> BDC\n${drawn}\nEMC`;
}

/** True when the characters of the glyphs, from left to right, are the text. */
function readsAsDrawn(line: ShapedText): boolean {
  const drawn = line.runs.flatMap((run) => run.glyphs.map((glyph) => glyph.text)).join("");
  return drawn === line.text && !line.runs.some((run) => run.rightToLeft);
}

/** TJ arrays; an adjustment makes up what kerning and marks move beyond the font's own widths. */
function showGlyphs(font: EmbeddedFont, glyphs: Glyph[], size: number): string {
  let operators = "";
  let array = "";
  let rise = 0;
  const flush = () => {
    if (array) operators += `[${array}] TJ\n`;
    array = "";
  };
  const move = (thousandths: number) => {
    const adjustment = -hundredths(thousandths);
    if (adjustment !== 0) array += ` ${adjustment} `;
  };
  for (const glyph of glyphs) {
    if (glyph.dy !== rise) {
      flush();
      rise = glyph.dy;
      operators += `${hundredths(rise * size)} Ts\n`;
    }
    const cid = font.cids.get(cidKey(glyph)) ?? 0;
    move(glyph.dx * 1000);
    array += `<${cid.toString(16).padStart(4, "0")}>`;
    move((glyph.advance - glyph.dx) * 1000 - (font.widths[cid] ?? 0));
  }
  flush();
  return rise === 0 ? operators : `${operators}0 Ts\n`;
}

/** A text string of ISO 32000-2, 7.9.2.2, as a hexadecimal string. */
function utf16(text: string): string {
  return `<FEFF${hexUtf16(text)}>`;
}
