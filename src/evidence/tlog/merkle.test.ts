import { expect, test } from "bun:test";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { emptyHead, foldHashes, leafHash, nodeHash, nodesOver } from "./merkle.ts";
import { provesConsistency, provesInclusion } from "./proof-check.ts";
import { consistencyProof, inclusionProof, type ReadNodes, treeHead } from "./proofs.ts";
import { RightEdge } from "./right-edge.ts";
import { hashesIn, readFromTiles, tilesOfLevel } from "./tile-hashes.ts";
import { type Tile, tilePath } from "./tiles.ts";

/** The log from the tests of RFC 6962's reference implementation, and its head after each entry. */
const knownEntries = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]
  .concat("606162636465666768696a6b6c6d6e6f")
  .map(hexToBytes);
const knownHeads = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** A log in memory: leaves, its head at every size, and every complete subtree. */
function growLog(leaves: Uint8Array[]) {
  const edge = new RightEdge();
  const nodes = new Map<string, Uint8Array>();
  const heads = [edge.head()];
  for (const leaf of leaves) {
    for (const { level, index, hash } of edge.append(leaf)) nodes.set(`${level}/${index}`, hash);
    heads.push(edge.head());
  }
  const read: ReadNodes = (wanted) =>
    wanted.map(({ level, index }) => nodes.get(`${level}/${index}`) ?? Uint8Array.of());
  const headAt = (size: number) => ({ size, hash: heads[size] ?? Uint8Array.of() });
  return { leaves, read, headAt, nodes };
}

const numbered = (count: number) =>
  growLog(Array.from({ length: count }, (_, index) => leafHash(new TextEncoder().encode(`entry ${index}`))));

/** The definition of RFC 6962, 2.1, literally. */
function headByDefinition(leaves: Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return emptyHead;
  if (leaves.length === 1) return only;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return nodeHash(headByDefinition(leaves.slice(0, middle)), headByDefinition(leaves.slice(middle)));
}

test("the heads match the known log", async () => {
  expect(bytesToHex(emptyHead)).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const { headAt, read } = growLog(knownEntries.map(leafHash));
  const heads = knownHeads.map((_, at) => bytesToHex(headAt(at + 1).hash));
  expect(heads).toEqual(knownHeads);
  expect(
    await Promise.all(knownHeads.map(async (_, at) => bytesToHex(await treeHead(at + 1, read)))),
  ).toEqual(knownHeads);
});

test("the proof for the first of eight known entries matches the known one", async () => {
  const { read } = growLog(knownEntries.map(leafHash));
  expect((await inclusionProof(0, 8, read)).map(bytesToHex)).toEqual([
    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
  ]);
});

test("every entry of every small log can be proven, and the head matches the definition", async () => {
  const { leaves, read, headAt } = numbered(40);
  for (let size = 0; size <= leaves.length; size += 1) {
    expect(headAt(size).hash).toEqual(headByDefinition(leaves.slice(0, size)));
    for (let index = 0; index < size; index += 1) {
      const proof = await inclusionProof(index, size, read);
      const provesFor = (leaf = index, at = index) =>
        provesInclusion(proof, at, leaves[leaf] ?? emptyHead, headAt(size));
      expect([size, index, provesFor()]).toEqual([size, index, true]);
      if (size > 1) expect(provesFor((index + 1) % size)).toBe(false);
      if (size > 1) expect(provesFor(index, (index + 1) % size)).toBe(false);
    }
  }
});

test("every small log can be proven to begin with every smaller one", async () => {
  const { leaves, read, headAt } = numbered(40);
  for (let size = 0; size <= leaves.length; size += 1) {
    for (let oldSize = 0; oldSize <= size; oldSize += 1) {
      const proof = await consistencyProof(oldSize, size, read);
      expect([size, oldSize, provesConsistency(proof, headAt(oldSize), headAt(size))]).toEqual([
        size,
        oldSize,
        true,
      ]);
      const other = { size: oldSize, hash: leafHash(headAt(oldSize).hash) };
      if (oldSize > 0) expect(provesConsistency(proof, other, headAt(size))).toBe(false);
    }
  }
});

test("one flipped bit anywhere in a proof is detected, and so is a missing or extra hash", async () => {
  const { leaves, read, headAt } = numbered(21);
  const [leaf = emptyHead] = leaves.slice(13);
  const inclusion = await inclusionProof(13, 21, read);
  const consistency = await consistencyProof(13, 21, read);
  const includes = (proof: Uint8Array[]) => provesInclusion(proof, 13, leaf, headAt(21));
  const follows = (proof: Uint8Array[]) => provesConsistency(proof, headAt(13), headAt(21));
  expect([includes(inclusion), follows(consistency)]).toEqual([true, true]);
  for (const [proof, proves] of [
    [inclusion, includes],
    [consistency, follows],
  ] as const) {
    for (const damaged of [proof.slice(1), proof.slice(0, -1), [...proof, leaf], [leaf, ...proof]]) {
      expect(proves(damaged)).toBe(false);
    }
    for (let bit = 0; bit < proof.length * 256; bit += 1) {
      const damaged = proof.map((hash) => hash.slice());
      const hash = damaged[bit >> 8] ?? leaf;
      hash[(bit >> 3) & 31] = (hash[(bit >> 3) & 31] ?? 0) ^ (1 << (bit & 7));
      expect(proves(damaged)).toBe(false);
    }
  }
});

test("an index past the end proves nothing, nor does a log that shrank or an empty proof", () => {
  const { leaves, headAt } = numbered(21);
  const [leaf = emptyHead] = leaves;
  expect(provesInclusion([], 0, leaf, headAt(1))).toBe(true);
  expect(provesInclusion([], 1, leaf, headAt(1))).toBe(false);
  expect(provesConsistency([], { size: 2, hash: leaf }, { size: 1, hash: leaf })).toBe(false);
  expect(provesConsistency([], headAt(21), headAt(13))).toBe(false);
  expect(provesConsistency([], headAt(13), headAt(21))).toBe(false);
});

test("a proof that climbs above the head is refused, even if the log's heads fit to it", () => {
  const named = (name: string) => leafHash(new TextEncoder().encode(name));
  const [base, sibling, left, above] = [named("base"), named("sibling"), named("left"), named("above")];
  const earlier = nodeHash(left, base);
  const later = nodeHash(left, nodeHash(base, sibling));
  const heads = (wrap: (hash: Uint8Array) => Uint8Array) =>
    [
      { size: 3, hash: wrap(earlier) },
      { size: 4, hash: wrap(later) },
    ] as const;
  expect(provesConsistency([base, sibling, left], ...heads((hash) => hash))).toBe(true);
  const raised = heads((hash) => nodeHash(above, hash));
  expect(provesConsistency([base, sibling, left, above], ...raised)).toBe(false);
});

test("a tile that is too short is refused, and bytes that are no whole hash are no hash", async () => {
  const { read, nodes } = numbered(5);
  const leavesOf = (count: number) =>
    new Uint8Array(Array.from({ length: count }, (_, at) => [...(nodes.get(`0/${at}`) ?? [])]).flat());
  const heads = (tile: Uint8Array) =>
    treeHead(
      5,
      readFromTiles(5, () => tile),
    );
  expect(await heads(leavesOf(5))).toEqual(await treeHead(5, read));
  for (const count of [0, 1, 4]) await expect(heads(leavesOf(count))).rejects.toThrow("too short");
  expect(hashesIn(leavesOf(2).slice(0, 63))).toEqual(hashesIn(leavesOf(1)));
});

test("heads and proofs read from tiles match those of the whole tree, with 70,000 entries too", async () => {
  const { read, nodes } = numbered(70_000);
  for (const size of [1, 2, 255, 256, 257, 65_536, 70_000]) {
    const asked = new Map<string, Tile>();
    const fromTiles = readFromTiles(size, (tile) => {
      asked.set(tilePath(tile), tile);
      const hashes = Array.from({ length: tile.width }, (_, at) =>
        nodes.get(`${Number(tile.level) * 8}/${tile.index * 256 + at}`),
      );
      return new Uint8Array(hashes.flatMap((hash) => [...(hash ?? [])]));
    });
    expect(await treeHead(size, fromTiles)).toEqual(await treeHead(size, read));
    for (const index of [0, 1, 254, 255, 256, 300, 65_535, 69_999].filter((index) => index < size)) {
      expect(await inclusionProof(index, size, fromTiles)).toEqual(await inclusionProof(index, size, read));
      expect(await consistencyProof(index, size, fromTiles)).toEqual(
        await consistencyProof(index, size, read),
      );
    }
    const published = new Set(
      [0, 1, 2].flatMap((level) => tilesOfLevel(size, level)).map((tile) => tilePath(tile)),
    );
    expect([...asked.keys()].filter((path) => !published.has(path))).toEqual([]);
  }
});

test("a proof has at most one hash per level of the tree", async () => {
  const asked: number[] = [];
  const read: ReadNodes = (nodes) => {
    asked.push(nodes.length);
    return nodes.map(() => emptyHead);
  };
  for (const size of [1_000_000, 2 ** 40 + 12_345]) {
    const levels = Math.ceil(Math.log2(size));
    expect((await inclusionProof(777_777, size, read)).length).toBeLessThanOrEqual(levels);
    expect((await consistencyProof(777_777, size, read)).length).toBeLessThanOrEqual(levels + 1);
    expect(Math.max(...asked.splice(0))).toBeLessThanOrEqual(2 * levels);
  }
});

test("an entry that is not in the log has no proof", async () => {
  const { read } = numbered(3);
  for (const index of [-1, 3, 1.5, Number.NaN]) {
    await expect(inclusionProof(index, 3, read)).rejects.toThrow("has no entry");
  }
  await expect(consistencyProof(4, 3, read)).rejects.toThrow("never had");
  expect(nodesOver(0, 7)).toEqual([
    { level: 2, index: 0 },
    { level: 1, index: 2 },
    { level: 0, index: 6 },
  ]);
  expect(foldHashes(hashesIn(new Uint8Array()))).toEqual(emptyHead);
});

test("a log continues from the stored hashes of its right edge, all of which are needed", () => {
  const leaves = Array.from({ length: 9 }, (_, at) => leafHash(Uint8Array.of(at)));
  const known = new Map<string, Uint8Array>();
  const whole = new RightEdge();
  for (const [size, leaf] of leaves.entries()) {
    const stored = RightEdge.nodes(size).map(({ level, index }) => known.get(`${level} ${index}`) ?? leaf);
    const continued = new RightEdge(size, stored);
    expect([size, continued.head()]).toEqual([size, whole.head()]);
    if (size > 0) expect(() => new RightEdge(size, stored.slice(1))).toThrow("is missing");
    for (const { level, index, hash } of whole.append(leaf)) known.set(`${level} ${index}`, hash);
    continued.append(leaf);
    expect([size, continued.size, continued.head()]).toEqual([size, whole.size, whole.head()]);
  }
});
