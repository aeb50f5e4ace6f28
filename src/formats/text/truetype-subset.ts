import { buildView, padded, patched, readTables, type Tables, table, writeFont } from "./truetype-tables.ts";

/** A glyph of the original font, shifted right and up by font units. */
type Part = { id: number; x: number; y: number };

/** A glyph of the subset: an original one, or several combined into one with its own advance. */
export type SubsetGlyph = { id: number } | { parts: Part[]; advance: number };

type Outline = { bytes: Uint8Array; advance: number; bearing: number };
type GlyphSource = (id: number) => Outline;

/**
 * Subsets a TrueType font to the given glyphs (OpenType 1.9: glyf, loca, hmtx, hhea, maxp, head). The new font numbers
 * them from 1 in the given order; 0 stays .notdef. Components of composite glyphs follow at the end.
 */
export function subsetTrueType(font: Uint8Array, glyphs: SubsetGlyph[]): Uint8Array {
  const tables = readTables(font);
  const source = glyphSource(tables);
  const wanted: SubsetGlyph[] = [{ id: 0 }, ...glyphs];
  const componentIds = wanted.flatMap((glyph) =>
    "parts" in glyph ? glyph.parts.map((part) => part.id) : [],
  );
  const order = withComponents(source, wanted, componentIds);
  const position = positions(order);
  const outlines = order.map((glyph) =>
    "parts" in glyph ? compose(source, glyph, position) : renumbered(source(glyph.id), position),
  );
  const maxParts = Math.max(1, ...glyphs.map((glyph) => ("parts" in glyph ? glyph.parts.length : 1)));
  const { glyf, loca, isLong } = glyphTables(outlines);
  return writeFont({
    ...hinting(tables),
    glyf,
    loca,
    head: patched(tables, "head", (view) => {
      view.setUint32(8, 0);
      view.setInt16(50, Number(isLong));
    }),
    hhea: patched(tables, "hhea", (view) => view.setUint16(34, outlines.length)),
    hmtx: horizontalMetrics(outlines),
    maxp: patched(tables, "maxp", (view) => allowParts(view, outlines.length, maxParts)),
  });
}

function glyphSource(tables: Tables): GlyphSource {
  const glyf = table(tables, "glyf");
  const loca = buildView(table(tables, "loca"));
  const hmtx = buildView(table(tables, "hmtx"));
  const long = buildView(table(tables, "head")).getInt16(50) === 1;
  const metrics = buildView(table(tables, "hhea")).getUint16(34);
  const offset = (id: number) => (long ? loca.getUint32(id * 4) : loca.getUint16(id * 2) * 2);
  return (id) => ({
    bytes: glyf.subarray(offset(id), offset(id + 1)),
    advance: hmtx.getUint16(Math.min(id, metrics - 1) * 4),
    bearing: id < metrics ? hmtx.getInt16(id * 4 + 2) : hmtx.getInt16(metrics * 4 + (id - metrics) * 2),
  });
}

/** The requested glyphs, then every glyph they refer to. */
function withComponents(source: GlyphSource, wanted: SubsetGlyph[], componentIds: number[]): SubsetGlyph[] {
  const order = [...wanted];
  const known = new Set(wanted.flatMap((glyph) => ("id" in glyph ? [glyph.id] : [])));
  const add = (id: number) => {
    if (!known.has(id)) order.push({ id });
    known.add(id);
  };
  for (const id of componentIds) add(id);
  for (const glyph of order) {
    if ("parts" in glyph) continue;
    const { bytes } = source(glyph.id);
    for (const offset of componentOffsets(bytes)) add(buildView(bytes).getUint16(offset));
  }
  return order;
}

function positions(order: SubsetGlyph[]): Map<number, number> {
  const position = new Map<number, number>();
  for (const [index, glyph] of order.entries()) {
    if ("id" in glyph && !position.has(glyph.id)) position.set(glyph.id, index);
  }
  return position;
}

const argsAreWords = 0x0001;
const argsAreOffsets = 0x0002;
const hasScale = 0x0008;
const moreComponents = 0x0020;
const hasTwoScales = 0x0040;
const hasMatrix = 0x0080;

/** Offsets, within a composite glyph, of its component glyph numbers (OpenType 1.9, glyf). */
function componentOffsets(glyph: Uint8Array): number[] {
  const view = buildView(glyph);
  const offsets: number[] = [];
  if (glyph.length < 10 || view.getInt16(0) >= 0) return offsets;
  for (let at = 10, flags = moreComponents; flags & moreComponents; ) {
    flags = view.getUint16(at);
    offsets.push(at + 2);
    const scale = flags & hasMatrix ? 8 : flags & hasTwoScales ? 4 : flags & hasScale ? 2 : 0;
    at += 4 + (flags & argsAreWords ? 4 : 2) + scale;
  }
  return offsets;
}

function renumbered(outline: Outline, position: Map<number, number>): Outline {
  const bytes = new Uint8Array(outline.bytes);
  const view = buildView(bytes);
  for (const offset of componentOffsets(bytes)) {
    view.setUint16(offset, position.get(view.getUint16(offset)) ?? 0);
  }
  return { ...outline, bytes };
}

/** A composite glyph of original glyphs at the given positions. */
function compose(
  source: GlyphSource,
  glyph: { parts: Part[]; advance: number },
  position: Map<number, number>,
): Outline {
  const parts = glyph.parts.filter((part) => source(part.id).bytes.length > 0);
  if (parts.length === 0) return { bytes: new Uint8Array(0), advance: glyph.advance, bearing: 0 };
  const bytes = new Uint8Array(10 + parts.length * 8);
  const view = buildView(bytes);
  const boxes = parts.map((part) => {
    const header = buildView(source(part.id).bytes);
    return [2, 4, 6, 8].map((at, index) => header.getInt16(at) + (index % 2 === 0 ? part.x : part.y));
  });
  const edge = (index: number) => boxes.map((box) => box[index] ?? 0);
  view.setInt16(0, -1);
  view.setInt16(2, Math.min(...edge(0)));
  view.setInt16(4, Math.min(...edge(1)));
  view.setInt16(6, Math.max(...edge(2)));
  view.setInt16(8, Math.max(...edge(3)));
  for (const [index, part] of parts.entries()) {
    const at = 10 + index * 8;
    view.setUint16(at, argsAreWords | argsAreOffsets | (index + 1 < parts.length ? moreComponents : 0));
    view.setUint16(at + 2, position.get(part.id) ?? 0);
    view.setInt16(at + 4, part.x);
    view.setInt16(at + 6, part.y);
  }
  return { bytes, advance: glyph.advance, bearing: view.getInt16(2) };
}

/** The short form of loca has half of each place, and is enough for 128 kB of outlines. */
function glyphTables(outlines: Outline[]): { glyf: Uint8Array; loca: Uint8Array; isLong: boolean } {
  const glyf = new Uint8Array(outlines.reduce((sum, { bytes }) => sum + padded(bytes.length), 0));
  const isLong = glyf.length / 2 > 0xffff;
  const loca = new Uint8Array((outlines.length + 1) * (isLong ? 4 : 2));
  const places = buildView(loca);
  let at = 0;
  for (const [index, { bytes }] of outlines.entries()) {
    glyf.set(bytes, at);
    at += padded(bytes.length);
    if (isLong) places.setUint32((index + 1) * 4, at);
    else places.setUint16((index + 1) * 2, at / 2);
  }
  return { glyf, loca, isLong };
}

function horizontalMetrics(outlines: Outline[]): Uint8Array {
  const metrics = new Uint8Array(outlines.length * 4);
  const view = buildView(metrics);
  for (const [index, { advance, bearing }] of outlines.entries()) {
    view.setUint16(index * 4, advance);
    view.setInt16(index * 4 + 2, bearing);
  }
  return metrics;
}

/** Raises the limits by which a reader may reserve memory (OpenType 1.9, maxp). */
function allowParts(view: DataView, glyphs: number, parts: number): void {
  const raise = (at: number, value: number) =>
    view.setUint16(at, Math.min(0xffff, Math.max(view.getUint16(at), value)));
  const [points, contours] = [view.getUint16(6), view.getUint16(8)];
  view.setUint16(4, glyphs);
  if (parts === 1) return;
  raise(10, Math.max(points, view.getUint16(10)) * parts);
  raise(12, Math.max(contours, view.getUint16(12)) * parts);
  raise(28, parts);
  raise(30, view.getUint16(30) + 1);
}

function hinting(tables: Tables): Record<string, Uint8Array> {
  const tags = ["cvt ", "fpgm", "prep"].filter((tag) => tables.has(tag));
  return Object.fromEntries(tags.map((tag) => [tag, table(tables, tag)]));
}
