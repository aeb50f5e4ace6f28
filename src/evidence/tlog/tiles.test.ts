import { expect, test } from "bun:test";
import {
  lengthOfLevel,
  parseBundle,
  parseTilePath,
  printBundle,
  type Tile,
  tilePath,
  tilesOf,
} from "./tiles.ts";

const full = (level: Tile["level"], index: number): Tile => ({ level, index, width: 256 });

test("a tile has the path that c2sp.org/tlog-tiles gives it, and the path leads back to it", () => {
  const paths: [string, Tile][] = [
    ["0/000", full(0, 0)],
    ["0/005", full(0, 5)],
    ["1/067", full(1, 67)],
    ["2/999", full(2, 999)],
    ["0/x001/000", full(0, 1_000)],
    ["0/x001/x234/067", full(0, 1_234_067)],
    ["0/x123/x456/x789/012", full(0, 123_456_789_012)],
    ["0/x123/x456/x789/x012/345", full(0, 123_456_789_012_345)],
    ["63/000", full(63, 0)],
    ["entries/x001/234", full("entries", 1_234)],
    ["0/000.p/1", { level: 0, index: 0, width: 1 }],
    ["0/x001/x234/067.p/12", { level: 0, index: 1_234_067, width: 12 }],
    ["entries/003.p/255", { level: "entries", index: 3, width: 255 }],
  ];
  for (const [path, tile] of paths) {
    expect([tilePath(tile), parseTilePath(path)]).toEqual([path, tile]);
  }
});

test("a path in any other form names no tile", () => {
  for (const path of [
    "",
    "0",
    "000",
    "0/0",
    "0/0000",
    "0/x000/000",
    "0/x001",
    "0/001/000",
    "0/x001/x000",
    "00/000",
    "64/000",
    "99/000",
    "100/000",
    "-1/000",
    "a/000",
    "entries",
    "entry/000",
    "0/000.p/0",
    "0/000.p/00",
    "0/000.p/01",
    "0/000.p/256",
    "0/000.p/257",
    "0/000.p/",
    "0/000.p",
    "0/x1/000",
    "0/x001/000/",
    "/0/000",
    "0/000.p/12/",
    "0/x999/x123/x456/x789/x012/345",
  ]) {
    expect([path, parseTilePath(path)]).toEqual([path, undefined]);
  }
});

test("a level has one hash for each whole tile of the level below", () => {
  for (const [size, ...lengths] of [
    [0, 0, 0, 0],
    [1, 1, 0, 0],
    [255, 255, 0, 0],
    [256, 256, 1, 0],
    [511, 511, 1, 0],
    [65_535, 65_535, 255, 0],
    [65_536, 65_536, 256, 1],
    [70_000, 70_000, 273, 1],
  ] as const) {
    expect([size, lengthOfLevel(size, 0), lengthOfLevel(size, 1), lengthOfLevel(size, 2)]).toEqual([
      size,
      ...lengths,
    ]);
    expect(lengthOfLevel(size, "entries")).toBe(size);
  }
});

test("a log consists of its entries and of the tiles of each level, of which only the last is partial", () => {
  const pathsOf = (size: number) => [...tilesOf(size)].map(tilePath);
  expect(pathsOf(0)).toEqual([]);
  expect(pathsOf(1)).toEqual(["entries/000.p/1", "0/000.p/1"]);
  expect(pathsOf(256)).toEqual(["entries/000", "0/000", "1/000.p/1"]);
  expect(pathsOf(600)).toEqual([
    "entries/000",
    "entries/001",
    "entries/002.p/88",
    "0/000",
    "0/001",
    "0/002.p/88",
    "1/000.p/2",
  ]);
  expect(pathsOf(65_536).slice(-3)).toEqual(["0/255", "1/000", "2/000.p/1"]);
});

test("a bundle has each entry after its length, and gives all of them back", () => {
  const entries = [0, 1, 255, 256, 257, 65_535, 3].map((length) => new Uint8Array(length).fill(length & 255));
  const bundle = printBundle(entries);
  expect(bundle).toHaveLength(entries.reduce((bytes, { length }) => bytes + 2 + length, 0));
  expect(parseBundle(bundle)).toEqual(entries);
  expect([...printBundle([Uint8Array.of(7, 8), new Uint8Array(), new Uint8Array(258).fill(9)])]).toEqual([
    ...[0, 2, 7, 8],
    ...[0, 0],
    ...[1, 2, ...new Uint8Array(258).fill(9)],
  ]);
  expect([[...printBundle([])], parseBundle(new Uint8Array())]).toEqual([[], []]);
});

test("a bundle that ends within an entry or within a length is refused", () => {
  const bundle = printBundle([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)]);
  const whole = [0, 5, 9];
  for (let length = 0; length <= bundle.length; length += 1) {
    expect([length, parseBundle(bundle.slice(0, length)) !== undefined]).toEqual([
      length,
      whole.includes(length),
    ]);
  }
});
