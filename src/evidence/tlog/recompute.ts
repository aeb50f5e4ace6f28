import { AppError } from "../../errors.ts";
import { sameBytes } from "../hash.ts";
import { hashSize, leafHash } from "./merkle.ts";
import type { TreeHead } from "./proof-check.ts";
import { RightEdge } from "./right-edge.ts";
import { lengthOfLevel, parseBundle, type Tile, tilePath, tileWidth } from "./tiles.ts";

/** Returns the bytes of a tile or a bundle of entries from any source. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/** Called occasionally with the number of processed entries. */
export type OnProgress = (entries: number) => void;

const bundleBatchSize = 16;

/**
 * Recomputes a log of `size` entries from its entries alone and compares every published tile with the result. Returns
 * the heads at the requested sizes. Keeps one unfinished tile per level, so that memory does not grow with the log.
 * Throws AppError at the first mismatch.
 */
export async function recomputeLog(
  sizes: number[],
  read: ReadTile,
  onProgress: OnProgress = () => {},
): Promise<TreeHead[]> {
  const size = Math.max(0, ...sizes);
  const wanted = new Set(sizes);
  const edge = new RightEdge();
  const heads = new Map([[0, edge.head()]]);
  const tiles = new UnfinishedTiles(size, read);
  for await (const entries of bundlesOf(size, read)) {
    for (const entry of entries) {
      for (const { level, hash } of edge.append(leafHash(entry)))
        if (level % 8 === 0) await tiles.add(level / 8, hash);
      if (wanted.has(edge.size)) heads.set(edge.size, edge.head());
    }
    onProgress(edge.size);
  }
  return sizes.map((one) => ({ size: one, hash: heads.get(one) ?? new Uint8Array() }));
}

/** The last hashes of each level of tiles; a tile that is full, or the last of its level, is compared and dropped. */
class UnfinishedTiles {
  readonly #size: number;
  readonly #read: ReadTile;
  readonly #levels: { hashes: Uint8Array[]; index: number }[] = [];

  constructor(size: number, read: ReadTile) {
    this.#size = size;
    this.#read = read;
  }

  async add(level: number, hash: Uint8Array): Promise<void> {
    this.#levels[level] ??= { hashes: [], index: 0 };
    const one = this.#levels[level];
    one.hashes.push(hash);
    const width = widthAt(this.#size, level, one.index);
    if (one.hashes.length < width) return;
    await compare({ level, index: one.index, width }, one.hashes, this.#read);
    this.#levels[level] = { hashes: [], index: one.index + 1 };
  }
}

function widthAt(size: number, level: Tile["level"], index: number): number {
  return Math.min(tileWidth, lengthOfLevel(size, level) - index * tileWidth);
}

async function compare(tile: Tile, hashes: Uint8Array[], read: ReadTile): Promise<void> {
  const bytes = await read(tile);
  const isSame = hashes.every((hash, at) =>
    sameBytes(hash, bytes.subarray(at * hashSize, (at + 1) * hashSize)),
  );
  if (!isSame || bytes.length !== tile.width * hashSize)
    throw disagrees(tile, "does not agree with the entries");
}

/** Reads a few bundles concurrently, so that the latency of a remote server does not add up. */
async function* bundlesOf(size: number, read: ReadTile): AsyncGenerator<Uint8Array[]> {
  const bundles = Math.ceil(size / tileWidth);
  for (let at = 0; at < bundles; at += bundleBatchSize) {
    const count = Math.min(bundleBatchSize, bundles - at);
    yield* await Promise.all(
      Array.from({ length: count }, (_, beside) => readBundle(size, at + beside, read)),
    );
  }
}

async function readBundle(size: number, index: number, read: ReadTile): Promise<Uint8Array[]> {
  const tile: Tile = { level: "entries", index, width: widthAt(size, "entries", index) };
  const entries = parseBundle(await read(tile));
  if (entries?.length !== tile.width) throw disagrees(tile, "is not whole");
  return entries;
}

function disagrees(tile: Tile, how: string): AppError {
  return new AppError("internal", "log-tile-damaged", "The log's tile {tile} {how}.", {
    params: { tile: tilePath(tile), how },
  });
}
