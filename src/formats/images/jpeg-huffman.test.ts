import { expect, test } from "bun:test";
import { bestHuffman, buildCodes, buildLookup, changedSymbols, withCodesFor } from "./jpeg-huffman.ts";

const all = Array.from({ length: 162 }, (_, symbol) => symbol);

/** As in a photo: each symbol is rarer than the one before it by this factor, and some never occur. */
function photoTable(factor: number, count: number) {
  const frequencies = new Uint32Array(256);
  for (let symbol = 0; symbol < count; symbol++)
    frequencies[symbol] = 1 + Math.floor(2 ** 30 * factor ** symbol);
  return bestHuffman(frequencies);
}

test("a table that lacks codes gets them, and its frequent symbols keep theirs", () => {
  for (const [factor, count] of [
    [0.5, 8],
    [0.7, 40],
    [0.9, 60],
    [0.97, 150],
    [1, 64],
  ] as const) {
    const before = photoTable(factor, count);
    const after = withCodesFor(before, all);
    const { codes, lengths } = buildCodes(after);
    const lookup = buildLookup(after);
    for (const symbol of all) {
      const length = lengths[symbol] ?? 0;
      expect([symbol, length > 0 && length <= 16]).toEqual([symbol, true]);
      expect(lookup[(codes[symbol] ?? 0) << (16 - length)]).toBe((length << 8) | symbol);
    }
    // The code of all ones is not used.
    expect(lookup[0xffff]).toBe(0);
    const changed = changedSymbols(buildCodes(before), buildCodes(after));
    const share = all
      .filter((symbol) => changed[symbol] === 1)
      .reduce((sum, symbol) => sum + 2 ** -(buildCodes(before).lengths[symbol] ?? 0), 0);
    expect(share).toBeLessThan(0.02);
  }
});

test("a table that has all codes stays the same", () => {
  const table = photoTable(0.97, 162);
  expect(withCodesFor(table, all)).toBe(table);
});

test("a table without a free code gets the missing ones too", () => {
  const counts = Uint8Array.from([2, ...new Array<number>(15).fill(0)]);
  const after = withCodesFor({ counts, symbols: Uint8Array.of(3, 7) }, all);
  expect(new Set(after.symbols)).toEqual(new Set(all));
  expect(buildCodes(after).lengths[3]).toBe(1);
  expect(buildCodes(after).lengths[7]).toBeGreaterThan(1);
  expect(buildLookup(after)[0xffff]).toBe(0);
});
