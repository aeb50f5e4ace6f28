import { AppError } from "../../errors.ts";
import { sameBytes } from "./base64.ts";
import { hashSize, leafHash } from "./merkle.ts";
import type { TreeHead } from "./proof-check.ts";
import { RightEdge } from "./right-edge.ts";
import { hashesIn, parseBundle, type Tile, tilePath, tilesOfLevel, tileWidth } from "./tiles.ts";

/** Gives the bytes of a tile or a bundle of entries, wherever the log is read from. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

const tilesAtOnce = 16;

/**
 * Computes a log of `size` entries anew from its entries alone and compares every published tile with it. Returns
 * the heads at the sizes asked for. Throws AppError with a sentence at the first thing that does not agree.
 */
export async function recomputeLog(sizes: number[], read: ReadTile): Promise<TreeHead[]> {
  const size = Math.max(0, ...sizes);
  const edge = new RightEdge();
  const levels: Uint8Array[][] = [[]];
  const heads = new Map([[0, edge.head()]]);
  for await (const entry of entriesOf(size, read)) {
    for (const { level, hash } of edge.append(leafHash(entry))) {
      if (level % 8 !== 0) continue;
      levels[level / 8] ??= [];
      levels[level / 8]?.push(hash);
    }
    if (sizes.includes(edge.size)) heads.set(edge.size, edge.head());
  }
  for (const [level, hashes] of levels.entries()) await compareLevel(tilesOfLevel(size, level), hashes, read);
  return sizes.map((wanted) => ({ size: wanted, hash: heads.get(wanted) ?? new Uint8Array() }));
}

async function* entriesOf(size: number, read: ReadTile): AsyncGenerator<Uint8Array> {
  for await (const [tile, bytes] of readInOrder(tilesOfLevel(size, "entries"), read)) {
    const entries = parseBundle(bytes);
    if (entries?.length !== tile.width) throw disagrees(tile, "is not whole");
    yield* entries;
  }
}

async function compareLevel(tiles: Tile[], hashes: Uint8Array[], read: ReadTile): Promise<void> {
  for await (const [tile, bytes] of readInOrder(tiles, read)) {
    const expected = hashes.slice(tile.index * tileWidth, tile.index * tileWidth + tile.width);
    const found = hashesIn(bytes);
    const isSame = found.every((hash, at) => sameBytes(hash, expected[at] ?? new Uint8Array()));
    if (!isSame || bytes.length !== tile.width * hashSize)
      throw disagrees(tile, "does not agree with the entries");
  }
}

/** A few at a time, so that a distant server is not waited for at every tile. */
async function* readInOrder(tiles: Tile[], read: ReadTile): AsyncGenerator<[Tile, Uint8Array]> {
  for (let at = 0; at < tiles.length; at += tilesAtOnce) {
    const batch = tiles.slice(at, at + tilesAtOnce);
    const contents = await Promise.all(
      batch.map(async (tile): Promise<[Tile, Uint8Array]> => [tile, await read(tile)]),
    );
    yield* contents;
  }
}

function disagrees(tile: Tile, how: string): AppError {
  return new AppError("internal", `The log's tile ${tilePath(tile)} ${how}.`);
}
