/**
 * Cuts a TrueType font down to chosen glyphs (OpenType 1.9: glyf, loca, hmtx, hhea, maxp, head). The new font
 * numbers them from 1 in the given order; 0 stays .notdef. What composite glyphs refer to follows at the end.
 */
export function subsetTrueType(font: Uint8Array, glyphIds: number[]): Uint8Array {
  const tables = readTables(font);
  const source = readGlyphSource(tables);
  const order = withComponents(source, [0, ...glyphIds]);
  const position = new Map<number, number>();
  for (const [index, id] of order.entries()) if (!position.has(id)) position.set(id, index);
  const glyphs = order.map((id) => renumberComponents(source.glyph(id), position));
  return writeFont({
    ...keep(tables, ["cvt ", "fpgm", "prep"]),
    ...glyphTables(glyphs),
    head: patched(tables, "head", (view) => {
      view.setUint32(8, 0);
      view.setInt16(50, 1);
    }),
    hhea: patched(tables, "hhea", (view) => view.setUint16(34, order.length)),
    hmtx: horizontalMetrics(source, order),
    maxp: patched(tables, "maxp", (view) => view.setUint16(4, order.length)),
  });
}

type Tables = Map<string, Uint8Array>;
type GlyphSource = { glyph: (id: number) => Uint8Array; metric: (id: number) => [number, number] };

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readTables(font: Uint8Array): Tables {
  const view = viewOf(font);
  const tables: Tables = new Map();
  for (let entry = 0; entry < view.getUint16(4); entry++) {
    const at = 12 + entry * 16;
    const tag = String.fromCharCode(...font.subarray(at, at + 4));
    const offset = view.getUint32(at + 8);
    tables.set(tag, font.subarray(offset, offset + view.getUint32(at + 12)));
  }
  return tables;
}

function table(tables: Tables, tag: string): Uint8Array {
  const bytes = tables.get(tag);
  if (!bytes) throw new Error(`The font has no table ${tag}.`);
  return bytes;
}

function readGlyphSource(tables: Tables): GlyphSource {
  const glyf = table(tables, "glyf");
  const loca = viewOf(table(tables, "loca"));
  const hmtx = viewOf(table(tables, "hmtx"));
  const long = viewOf(table(tables, "head")).getInt16(50) === 1;
  const metrics = viewOf(table(tables, "hhea")).getUint16(34);
  const offset = (id: number) => (long ? loca.getUint32(id * 4) : loca.getUint16(id * 2) * 2);
  return {
    glyph: (id) => glyf.subarray(offset(id), offset(id + 1)),
    metric: (id) => {
      const advance = hmtx.getUint16(Math.min(id, metrics - 1) * 4);
      const bearing =
        id < metrics ? hmtx.getInt16(id * 4 + 2) : hmtx.getInt16(metrics * 4 + (id - metrics) * 2);
      return [advance, bearing];
    },
  };
}

const argsAreWords = 0x0001;
const hasScale = 0x0008;
const moreComponents = 0x0020;
const hasTwoScales = 0x0040;
const hasMatrix = 0x0080;

/** Offsets, within a composite glyph, of the numbers of its components (OpenType 1.9, glyf). */
function componentOffsets(glyph: Uint8Array): number[] {
  const view = viewOf(glyph);
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

function withComponents(source: GlyphSource, ids: number[]): number[] {
  const order = [...ids];
  const known = new Set(ids);
  for (const id of order) {
    const glyph = source.glyph(id);
    for (const offset of componentOffsets(glyph)) {
      const component = viewOf(glyph).getUint16(offset);
      if (!known.has(component)) order.push(component);
      known.add(component);
    }
  }
  return order;
}

function renumberComponents(glyph: Uint8Array, position: Map<number, number>): Uint8Array {
  const copy = glyph.slice();
  const view = viewOf(copy);
  for (const offset of componentOffsets(glyph)) {
    view.setUint16(offset, position.get(view.getUint16(offset)) ?? 0);
  }
  return copy;
}

function glyphTables(glyphs: Uint8Array[]): { glyf: Uint8Array; loca: Uint8Array } {
  const padded = (length: number) => (length + 3) & ~3;
  const glyf = new Uint8Array(glyphs.reduce((sum, glyph) => sum + padded(glyph.length), 0));
  const loca = new Uint8Array((glyphs.length + 1) * 4);
  let at = 0;
  for (const [index, glyph] of glyphs.entries()) {
    glyf.set(glyph, at);
    at += padded(glyph.length);
    viewOf(loca).setUint32((index + 1) * 4, at);
  }
  return { glyf, loca };
}

function horizontalMetrics(source: GlyphSource, order: number[]): Uint8Array {
  const bytes = new Uint8Array(order.length * 4);
  const view = viewOf(bytes);
  for (const [index, id] of order.entries()) {
    const [advance, bearing] = source.metric(id);
    view.setUint16(index * 4, advance);
    view.setInt16(index * 4 + 2, bearing);
  }
  return bytes;
}

function patched(tables: Tables, tag: string, patch: (view: DataView) => void): Uint8Array {
  const copy = table(tables, tag).slice();
  patch(viewOf(copy));
  return copy;
}

function keep(tables: Tables, tags: string[]): Record<string, Uint8Array> {
  return Object.fromEntries(tags.flatMap((tag) => (tables.has(tag) ? [[tag, table(tables, tag)]] : [])));
}

function checksum(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    sum = (sum + (at + 4 <= bytes.length ? view.getUint32(at) : lastWord(bytes, at))) >>> 0;
  }
  return sum;
}

function lastWord(bytes: Uint8Array, at: number): number {
  const word = new Uint8Array(4);
  word.set(bytes.subarray(at));
  return viewOf(word).getUint32(0);
}

function writeFont(tables: Record<string, Uint8Array>): Uint8Array {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const start = 12 + entries.length * 16;
  const size = entries.reduce((sum, [, bytes]) => sum + ((bytes.length + 3) & ~3), start);
  const font = new Uint8Array(size);
  const view = viewOf(font);
  const power = Math.floor(Math.log2(entries.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, entries.length);
  view.setUint16(6, 2 ** power * 16);
  view.setUint16(8, power);
  view.setUint16(10, entries.length * 16 - 2 ** power * 16);
  let at = start;
  let head = 0;
  for (const [index, [tag, bytes]] of entries.entries()) {
    const entry = 12 + index * 16;
    font.set(new TextEncoder().encode(tag), entry);
    view.setUint32(entry + 4, checksum(bytes));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, bytes.length);
    font.set(bytes, at);
    if (tag === "head") head = at;
    at += (bytes.length + 3) & ~3;
  }
  view.setUint32(head + 8, (0xb1b0afba - checksum(font)) >>> 0);
  return font;
}
