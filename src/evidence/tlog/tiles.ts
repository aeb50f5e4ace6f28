/** The number of hashes in a full tile and of entries in a full bundle. */
export const tileWidth = 256;
const highestLevel = 63;

/**
 * A part of the log as it is published (c2sp.org/tlog-tiles). A tile at level l contains hashes of complete subtrees of
 * 256^l entries; "entries" is a bundle of entries. `width` is 1 to 256; below 256 the tile is partial.
 */
export type Tile = { level: number | "entries"; index: number; width: number };

/** The path of a tile below …/tile/, e.g. "0/x001/x234/067.p/12". */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(3, "0");
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g) ?? [];
  const last = groups.pop() ?? "000";
  const path = [level, ...groups.map((group) => `x${group}`), last].join("/");
  return width === tileWidth ? path : `${path}.p/${width}`;
}

/** The tile that a path names; undefined for anything but its canonical form. */
export function parseTilePath(path: string): Tile | undefined {
  const [, levelText = "", indexText = "", widthText] =
    /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const level: Tile["level"] = levelText === "entries" ? levelText : Number(levelText);
  const index = Number(indexText.replace(/[x/]/g, ""));
  const width = widthText === undefined ? tileWidth : Number(widthText);
  if (level !== "entries" && level > highestLevel) return undefined;
  const tile = { level, index, width };
  return tilePath(tile) === path && width >= 1 && width <= tileWidth ? tile : undefined;
}

/** The number of hashes (or entries) of a log of `size` entries at a tile level. */
export function lengthOfLevel(size: number, level: Tile["level"]): number {
  return Math.floor(size / tileWidth ** (level === "entries" ? 0 : level));
}

/** Every full tile of a log, and the last one of each level. */
export function* tilesOf(size: number): Generator<Tile> {
  const levels: Tile["level"][] = ["entries"];
  for (let level = 0; lengthOfLevel(size, level) > 0; level++) levels.push(level);
  for (const level of levels) {
    const length = lengthOfLevel(size, level);
    for (let index = 0; index * tileWidth < length; index++)
      yield { level, index, width: Math.min(tileWidth, length - index * tileWidth) };
  }
}

/**
 * Serializes a bundle of entries: each one after its length, two bytes, big-endian. Entries have at most 65,535 bytes.
 */
export function printBundle(entries: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bundle = new Uint8Array(entries.reduce((bytes, { length }) => bytes + 2 + length, 0));
  let at = 0;
  for (const entry of entries) {
    bundle.set([entry.length >> 8, entry.length & 255], at);
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/** The entries of a bundle; undefined if the last one is truncated. */
export function parseBundle(bundle: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const [high, low] = bundle.subarray(at);
    if (high === undefined || low === undefined) return undefined;
    const end = at + 2 + (high << 8) + low;
    if (end > bundle.length) return undefined;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
