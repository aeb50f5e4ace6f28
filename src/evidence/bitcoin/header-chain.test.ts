import { expect, test } from "bun:test";
import { firstMerkleRoot } from "../opentimestamps/test-proofs.ts";
import { shippedLists } from "../trust-lists/trust-lists.ts";
import { readBlockHeader, workOfDifficulty } from "./block-header.ts";
import { confirmBlock, followingBlocks } from "./header-chain.ts";
import { minedBitcoin, mineHeaders, realFrom } from "./test-headers.ts";

const { bitcoin } = shippedLists;
const rootOf = (height: number) => readBlockHeader(realFrom(height, height)).merkleRoot;
const invented = "ab".repeat(32);

test("a header has the hash, Merkle root and time that block explorers show", () => {
  const genesis = Buffer.from(
    `01000000${"00".repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c`,
    "hex",
  );
  expect(readBlockHeader(genesis)).toMatchObject({
    hash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    merkleRoot: firstMerkleRoot,
    time: new Date("2009-01-03T18:15:05Z"),
    target: 0xffffn << 208n,
  });
});

test("a block is confirmed by the real headers from it to the next checkpoint of the shipped list", () => {
  for (const height of [824_540, 824_542, 824_543]) {
    expect(confirmBlock(height, rootOf(height), realFrom(height, 824_543), bitcoin)).toEqual({
      time: readBlockHeader(realFrom(height, height)).time,
    });
  }
  expect(confirmBlock(824_540, rootOf(824_540), realFrom(824_540, 824_551), bitcoin)).toBeDefined();
});

test("real headers that reach no checkpoint confirm nothing: blocks of that time have become cheap", () => {
  expect(confirmBlock(824_544, rootOf(824_544), realFrom(824_544, 824_551), bitcoin)).toBeUndefined();
  const then = { ...bitcoin, work: workOfDifficulty(72_000_000_000_000) };
  expect(confirmBlock(824_544, rootOf(824_544), realFrom(824_544, 824_551), then)).toMatchObject({
    following: 7,
  });
});

test("another Merkle root, height, order or bit of the headers is not confirmed", () => {
  const headers = realFrom(824_540, 824_543);
  expect(confirmBlock(824_540, invented, headers, bitcoin)).toBeUndefined();
  expect(confirmBlock(824_539, rootOf(824_540), headers, bitcoin)).toBeUndefined();
  expect(confirmBlock(824_541, rootOf(824_540), headers, bitcoin)).toBeUndefined();
  expect(confirmBlock(824_540, rootOf(824_540), headers.subarray(0, 160), bitcoin)).toBeUndefined();
  for (let at = 0; at < headers.length; at++) {
    const changed = Uint8Array.from(headers, (byte, index) => (index === at ? byte ^ 1 : byte));
    const { merkleRoot } = readBlockHeader(changed.subarray(0, 80));
    expect([at, confirmBlock(824_540, merkleRoot, changed, bitcoin)]).toEqual([at, undefined]);
  }
  for (const length of [0, 79, 81, 319]) {
    expect(confirmBlock(824_540, rootOf(824_540), headers.subarray(0, length), bitcoin)).toBeUndefined();
  }
});

test("an invented block with easy headers is not confirmed, whatever its height [threat V7]", () => {
  const { headers } = mineHeaders(invented, 50);
  for (const height of [0, 900_000, 953_560, 2_000_000]) {
    expect([height, confirmBlock(height, invented, headers, bitcoin)]).toEqual([height, undefined]);
  }
  const regardless = { ...bitcoin, easiestTarget: 1n << 255n };
  expect(confirmBlock(2_000_000, invented, headers, regardless)).toBeUndefined();
});

test("beyond all checkpoints, a block is confirmed by six headers with the work of six blocks after it", () => {
  const { headers } = mineHeaders(invented, 1 + followingBlocks);
  const known = minedBitcoin();
  expect(confirmBlock(3_000, invented, headers, known)).toEqual({
    time: new Date("2026-11-20T20:00:00Z"),
    following: 6,
  });
  expect(confirmBlock(3_000, invented, headers.subarray(0, -80), known)).toBeUndefined();
  expect(confirmBlock(3_000, invented, headers, minedBitcoin([], 3n))).toBeUndefined();
  expect(confirmBlock(3_000, invented, headers, { ...known, work: undefined })).toBeUndefined();
});

test("headers that contradict a checkpoint confirm nothing, however much work follows", () => {
  const { headers, hashes } = mineHeaders(invented, 20);
  const at = (index: number, hash = hashes[index] ?? ""): [number, string] => [3_000 + index, hash];
  expect(confirmBlock(3_000, invented, headers, minedBitcoin([at(9)]))).toEqual({
    time: new Date("2026-11-20T20:00:00Z"),
  });
  expect(confirmBlock(3_000, invented, headers, minedBitcoin([at(9, invented)]))).toBeUndefined();
  expect(confirmBlock(3_000, invented, headers, minedBitcoin([at(9), at(12, invented)]))).toBeUndefined();
});

test("the target changes only where a period of 2,016 blocks ends, by at most a factor of four", () => {
  const join = (first: ReturnType<typeof mineHeaders>, bits: number) => {
    const next = mineHeaders(invented, 8, { previous: first.hashes.at(-1) ?? "", bits });
    return Uint8Array.of(...first.headers, ...next.headers);
  };
  const easy = mineHeaders(invented, 1);
  const harder = join(easy, 0x20700000);
  expect(confirmBlock(2_015, invented, harder, minedBitcoin())).toBeDefined();
  expect(confirmBlock(2_014, invented, harder, minedBitcoin())).toBeUndefined();
  const far = mineHeaders(invented, 1, { bits: 0x20100000 });
  expect(confirmBlock(2_015, invented, join(far, 0x207fffff), minedBitcoin())).toBeUndefined();
  expect(confirmBlock(2_015, invented, join(far, 0x20300000), minedBitcoin())).toBeDefined();
});
