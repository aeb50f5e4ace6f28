import { hashSize, nodeHash, type TreeNode } from "./merkle.ts";
import type { ReadNodes } from "./proofs.ts";
import { lengthOfLevel, type Tile, tileWidth } from "./tiles.ts";

const levelsInTile = 8;

/** The tiles of one level of a log of `size` entries, from left to right; only the last may be partial. */
export function tilesOfLevel(size: number, level: Tile["level"]): Tile[] {
  const length = lengthOfLevel(size, level);
  return Array.from({ length: Math.ceil(length / tileWidth) }, (_, index) => ({
    level,
    index,
    width: Math.min(tileWidth, length - index * tileWidth),
  }));
}

type ReadTile = (tile: Tile) => Uint8Array | Promise<Uint8Array>;

/** Reads complete subtrees of a log of `size` entries from its tiles. Rejects if a tile is too short. */
export function readFromTiles(size: number, tile: ReadTile): ReadNodes {
  return (nodes) => Promise.all(nodes.map((node) => hashInTile(node, size, tile)));
}

async function hashInTile(node: TreeNode, size: number, read: ReadTile): Promise<Uint8Array> {
  const level = Math.floor(node.level / levelsInTile);
  const width = 2 ** (node.level % levelsInTile);
  const first = node.index * width;
  const index = Math.floor(first / tileWidth);
  const bytes = await read({
    level,
    index,
    width: Math.min(tileWidth, lengthOfLevel(size, level) - index * tileWidth),
  });
  return completeHash(hashesIn(bytes).slice(first % tileWidth, (first % tileWidth) + width), width);
}

/** The hash of a complete subtree from the hashes of its `width` parts, a power of two. */
function completeHash(hashes: Uint8Array[], width: number): Uint8Array {
  const [left, right] = [hashes.slice(0, width / 2), hashes.slice(width / 2)];
  const [only] = hashes;
  if (only === undefined) throw new Error("A tile of the log is too short.");
  return width === 1 ? only : nodeHash(completeHash(left, width / 2), completeHash(right, width / 2));
}

/** The hashes in a tile. */
export function hashesIn(tile: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(tile.length / hashSize) }, (_, at) =>
    tile.subarray(at * hashSize, (at + 1) * hashSize),
  );
}
