import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { type Face, type FontKey, loadFace } from "./fonts.ts";
import type { Glyph, GlyphRun, ShapedText } from "./shape.ts";
import { type SubsetGlyph, subsetTrueType } from "./truetype-subset.ts";

/**
 * A Type0 font (ISO 32000-2, 9.7) as plain data, for any PDF writer: a CIDFontType2 descendant with /CIDSystemInfo
 * Adobe-Identity-0, /CIDToGIDMap /Identity, /DW 0, /W [0 widths], /FontFile2 fontFile, and the Type0 font itself with
 * /Encoding /Identity-H. The same lines always give the same bytes.
 *
 * Letters with marks become one glyph each, so that /ToUnicode alone gives every reader the source text.
 */
export type EmbeddedFont = {
  key: FontKey;
  /** Name in /Resources /Font, without the slash. */
  resource: string;
  /** /BaseFont and /FontName, including the subset tag. */
  baseFont: string;
  kind: "truetype";
  /** Values of the font descriptor in 1/1000 em. */
  descriptor: {
    flags: number;
    bbox: number[];
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
  /** Both deflated, once for all files that use this font. */
  packed: { fontFile: Uint8Array; toUnicode: Uint8Array };
  /** CIDs by drawn glyph and text: a space and a no-break space are different. */
  cids: Map<string, number>;
};

export type EmbeddedFonts = { fonts: EmbeddedFont[] };

/** A glyph of the subset with its text, its advance in em, and its lookup key. */
type Entry = { key: string; text: string; glyph: SubsetGlyph; advance: number };

/**
 * Fonts with every glyph of the lines: those of `known` that have all glyphs needed of their face, and subsets with
 * exactly the needed glyphs for the other faces.
 */
export function embedFonts(lines: Iterable<ShapedText>, known: EmbeddedFont[] = []): EmbeddedFonts {
  const used = new Map<FontKey, Map<string, Entry>>();
  for (const line of lines) for (const run of line.runs) addEntries(used, run);
  const fonts = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    fonts: fonts.map(([key, entries], index) => {
      const found = known.find((font) => font.key === key);
      if (found && [...entries.keys()].every((entry) => found.cids.has(entry))) return found;
      return embedFace(loadFace(key), entries, `F${known.length + index + 1}`);
    }),
  };
}

function addEntries(used: Map<FontKey, Map<string, Entry>>, run: GlyphRun): void {
  const face = loadFace(run.font);
  const entries = used.get(run.font) ?? new Map<string, Entry>();
  used.set(run.font, entries);
  for (const cluster of splitClusters(run)) {
    if (!entries.has(cluster.key)) entries.set(cluster.key, buildEntry(cluster, face));
  }
}

/** One original glyph at its default position stays itself; anything else is drawn as one composite glyph. */
function buildEntry(cluster: Cluster, { font, unitsPerEm: em }: Face): Entry {
  const { key } = cluster;
  const alone = loneGlyph(cluster);
  if (alone) {
    const advance = font.glyphHAdvance(alone.id) / em;
    return { key, text: cluster.text, glyph: { id: alone.id }, advance };
  }
  const { parts, pen } = layOutCluster(cluster, em);
  const advance = Math.max(0, Math.round(pen * em));
  return { key, text: cluster.text, glyph: { parts, advance }, advance: pen };
}

/** Identifies a glyph of a subset by its shape and the text it represents. */
function buildKey(cluster: Omit<Cluster, "key">, em: number): string {
  const alone = loneGlyph(cluster);
  if (alone) return `${alone.id}=${cluster.text}`;
  const { parts, pen } = layOutCluster(cluster, em);
  return `${parts.map(({ id, x, y }) => `${id},${x},${y}`).join(" ")}/${Math.round(pen * em)}=${cluster.text}`;
}

function loneGlyph({ glyphs }: Pick<Cluster, "glyphs">): Glyph | undefined {
  const [first] = glyphs;
  return glyphs.length === 1 && first?.dx === 0 && first.dy === 0 ? first : undefined;
}

/** The components of a composite glyph in font units, and the pen position after them, in em. */
function layOutCluster({ glyphs }: Pick<Cluster, "glyphs">, em: number) {
  let pen = 0;
  const parts = glyphs.map(({ id, advance, dx, dy }) => {
    const part = { id, x: Math.round((pen + dx) * em), y: Math.round(dy * em) };
    pen += advance;
    return part;
  });
  return { parts, pen };
}

function embedFace(face: Face, used: Map<string, Entry>, resource: string): EmbeddedFont {
  // In the order of their text, most of it is ranges.
  const entries = [...used.values()].sort((a, b) => compare(a.text, b.text) || compare(a.key, b.key));
  const fontFile = subsetTrueType(
    face.bytes,
    entries.map((entry) => entry.glyph),
  );
  const { bbox, italicAngle, ascent, descent, capHeight, unitsPerEm, postscriptName } = face;
  const scaled = (value: number) => Math.round((value * 1000) / unitsPerEm);
  const notdef = face.font.glyphHAdvance(0) / unitsPerEm;
  const toUnicode = toUnicodeCMap(entries.map((entry, index) => [index + 1, entry.text]));
  return {
    key: face.key,
    resource,
    baseFont: `${subsetTag(fontFile)}+${postscriptName}`,
    kind: "truetype",
    descriptor: {
      flags: symbolic,
      bbox: bbox.map(scaled),
      italicAngle,
      ascent: scaled(ascent),
      descent: scaled(descent),
      capHeight: scaled(capHeight),
      stemV: face.key.endsWith("-bold") || face.key === "serif" ? 120 : 80,
    },
    fontFile,
    widths: [notdef, ...entries.map((entry) => Math.max(0, entry.advance))].map((em) =>
      hundredths(em * 1000),
    ),
    toUnicode,
    packed: { fontFile: pack(fontFile), toUnicode: pack(Buffer.from(toUnicode, "latin1")) },
    cids: new Map(entries.map((entry, index) => [entry.key, index + 1])),
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const pack = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, { level: 9 });

/** Font flag 3: glyphs are chosen by number, not by a standard Latin encoding (ISO 32000-2, 9.8.2). */
const symbolic = 4;

/** Six capital letters derived from the content of the subset (ISO 32000-2, 9.9.2). */
function subsetTag(fontFile: Uint8Array): string {
  const digest = createHash("sha256").update(fontFile).digest();
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join("");
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * Content operators (Tf, TJ) that draw the line with its baseline through the current text position; place them between
 * BT and ET after Tm or Td. `size` is in text space units.
 */
export function showText(embedded: EmbeddedFonts, line: ShapedText, size: number): string {
  const runs = line.runs.map((run) => {
    const font = embedded.fonts.find(({ key }) => key === run.font);
    if (!font) throw new Error(`The line was not among those the fonts were embedded for: ${line.text}`);
    return `/${font.resource} ${size} Tf\n[${showGlyphs(font, run)}] TJ\n`;
  });
  const operators = runs.join("");
  if (!privateUse.test(line.text)) return operators;
  return `/Span <</ActualText <FEFF${hexUtf16(line.text)}>>> BDC\n${operators}EMC\n`;
}

/** PDF/A-2a and -3a want to know which text such a character stands for (ISO 19005-3, 6.2.11.7.3). */
const privateUse = /\p{Co}/u;

/** Bytes as hexadecimal digits, which a line needs for each of its glyphs. */
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The elements of a TJ array; adjustments express the difference between kerning and the font's own widths. */
function showGlyphs(font: EmbeddedFont, run: GlyphRun): string {
  let elements = "";
  let hex = "";
  for (const cluster of splitClusters(run)) {
    const cid = font.cids.get(cluster.key);
    if (cid === undefined) throw new Error(`The fonts were embedded without: ${cluster.text}`);
    hex += `${hexOfByte[cid >> 8]}${hexOfByte[cid & 255]}`;
    const adjustment = hundredths((font.widths[cid] ?? 0) - cluster.advance * 1000);
    if (adjustment === 0) continue;
    elements += `<${hex}>${adjustment}`;
    hex = "";
  }
  return hex === "" ? elements : `${elements}<${hex}>`;
}

/**
 * One unit of reading: a letter with its marks and dots, reordered vowels, the code drawn for a missing character.
 * `glyphs` are in visual order, distances in em; `key` is that of `buildKey`.
 */
type Cluster = { glyphs: Glyph[]; text: string; advance: number; key: string };

/**
 * Characters that belong to the glyph before them. A joiner does so only from left to right: readers reorder the other
 * one.
 */
const mark = /^\p{M}/u;
const markOrJoiner = /^[\p{M}\p{Join_Control}]/u;

/** Each run is needed for its fonts and for its operators, and runs of fixed text for every document. */
const knownClusters = new WeakMap<GlyphRun, Cluster[]>();

/**
 * Joins lines of one run in the same left-to-right font into one line: for text made of few different parts, like
 * hexadecimal digits, which then need not be shaped again.
 */
export function joinLines(lines: readonly ShapedText[]): ShapedText {
  const runs = lines.flatMap((line) => line.runs);
  const [first] = runs;
  if (!first || runs.some(({ font, rightToLeft }) => font !== first.font || rightToLeft))
    throw new Error("These lines cannot be joined.");
  const run: GlyphRun = { ...first, glyphs: runs.flatMap(({ glyphs }) => glyphs) };
  knownClusters.set(run, runs.flatMap(splitClusters));
  return {
    text: lines.map(({ text }) => text).join(""),
    runs: [run],
    width: lines.reduce((sum, { width }) => sum + width, 0),
  };
}

/** The clusters of a run from left to right. */
function splitClusters(run: GlyphRun): Cluster[] {
  const known = knownClusters.get(run) ?? findClusters(run);
  knownClusters.set(run, known);
  return known;
}

function findClusters(run: GlyphRun): Cluster[] {
  const { unitsPerEm } = loadFace(run.font);
  const groups: Glyph[][] = [];
  const continues = run.rightToLeft ? mark : markOrJoiner;
  for (const glyph of run.rightToLeft ? run.glyphs.toReversed() : run.glyphs) {
    const last = groups.at(-1);
    if (last && (glyph.text === "" || continues.test(glyph.text))) last.push(glyph);
    else groups.push([glyph]);
  }
  const clusters = groups.map((glyphs) => {
    const cluster = {
      glyphs: run.rightToLeft ? glyphs.toReversed() : glyphs,
      text: glyphs.map((glyph) => glyph.text).join(""),
      advance: glyphs.reduce((sum, glyph) => sum + glyph.advance, 0),
    };
    return { ...cluster, key: buildKey(cluster, unitsPerEm) };
  });
  return run.rightToLeft ? clusters.reverse() : clusters;
}

/** UTF-16BE code units as hexadecimal digits. */
function hexUtf16(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"))
    .join("")
    .toUpperCase();
}

/** The CMap that maps CIDs to text (ISO 32000-2, 9.10.3). CIDs without text are omitted. */
function toUnicodeCMap(entries: [cid: number, text: string][]): string {
  const ranges = findRanges(entries.filter(([, text]) => text !== ""));
  const code = (cid: number) => `<${cid.toString(16).padStart(4, "0")}>`;
  const single = ranges.filter(({ count }) => count === 1);
  const several = ranges.filter(({ count }) => count > 1);
  const blocks = [
    ...cmapBlocks(
      "bfchar",
      single.map(({ cid, text }) => `${code(cid)} <${hexUtf16(text)}>`),
    ),
    ...cmapBlocks(
      "bfrange",
      several.map(({ cid, count, text }) => `${code(cid)} ${code(cid + count - 1)} <${hexUtf16(text)}>`),
    ),
  ];
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

/** At most 100 entries may be in one block (Adobe Technical Note 5014, 6.2). */
const maxInBlock = 100;

function cmapBlocks(kind: "bfchar" | "bfrange", lines: string[]): string[] {
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += maxInBlock) {
    const block = lines.slice(at, at + maxInBlock);
    blocks.push(`${block.length} begin${kind}\n${block.join("\n")}\nend${kind}`);
  }
  return blocks;
}

/** CIDs that follow each other, and the text of the first; the last byte of text and code may not overflow. */
type CMapRange = { cid: number; count: number; text: string };

function findRanges(entries: [cid: number, text: string][]): CMapRange[] {
  const ranges: CMapRange[] = [];
  for (const [cid, text] of entries) {
    const last = ranges.at(-1);
    if (last && follows(last, cid, text)) last.count += 1;
    else ranges.push({ cid, count: 1, text });
  }
  return ranges;
}

function follows({ cid: first, count, text: before }: CMapRange, cid: number, text: string): boolean {
  const isNext = cid === first + count && text.charCodeAt(0) === before.charCodeAt(0) + count;
  const staysInPage = (from: number, to: number) => from >> 8 === to >> 8;
  return (
    isNext &&
    text.length === 1 &&
    before.length === 1 &&
    staysInPage(first, cid) &&
    staysInPage(before.charCodeAt(0), text.charCodeAt(0))
  );
}
