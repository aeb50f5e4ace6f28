/** The tables of a TrueType font by tag (OpenType 1.9, "Table Directory"). */
export type Tables = Map<string, Uint8Array>;

export function buildView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function readTables(font: Uint8Array): Tables {
  const view = buildView(font);
  const tables: Tables = new Map();
  for (let entry = 0; entry < view.getUint16(4); entry++) {
    const at = 12 + entry * 16;
    const tag = String.fromCharCode(...font.subarray(at, at + 4));
    const offset = view.getUint32(at + 8);
    tables.set(tag, font.subarray(offset, offset + view.getUint32(at + 12)));
  }
  return tables;
}

export function table(tables: Tables, tag: string): Uint8Array {
  const bytes = tables.get(tag);
  if (!bytes) throw new Error(`The font has no table ${tag}.`);
  return bytes;
}

/** The number of glyphs, from the table maxp. */
export function countGlyphs(font: Uint8Array): number {
  return buildView(table(readTables(font), "maxp")).getUint16(4);
}

export function patched(tables: Tables, tag: string, patch: (view: DataView) => void): Uint8Array {
  const copy = new Uint8Array(table(tables, tag));
  patch(buildView(copy));
  return copy;
}

/** Rounds a length up to the four-byte alignment of tables and glyphs. */
export function padded(length: number): number {
  return (length + 3) & ~3;
}

function checksum(bytes: Uint8Array): number {
  const view = buildView(bytes);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    sum = (sum + (at + 4 <= bytes.length ? view.getUint32(at) : fallbackMessage(bytes, at))) >>> 0;
  }
  return sum;
}

function fallbackMessage(bytes: Uint8Array, at: number): number {
  const word = new Uint8Array(4);
  word.set(bytes.subarray(at));
  return buildView(word).getUint32(0);
}

/** A font file with the given tables, including its directory and checksums. */
export function writeFont(tables: Record<string, Uint8Array>): Uint8Array {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const start = 12 + entries.length * 16;
  const size = entries.reduce((sum, [, bytes]) => sum + padded(bytes.length), start);
  const font = new Uint8Array(size);
  const view = buildView(font);
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
    at += padded(bytes.length);
  }
  view.setUint32(head + 8, (0xb1b0afba - checksum(font)) >>> 0);
  return font;
}
