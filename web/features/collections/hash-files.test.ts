import { expect, test } from "bun:test";
import { inBatches, limitsFor } from "./hash-files.ts";

const mebibyte = 1024 * 1024;
const sized = (...sizes: number[]) => sizes.map((size, at) => ({ at, size }));
const sizesOf = (files: { size: number }[]) =>
  Array.from(inBatches(files), (batch) => batch.map(({ size }) => size));

test("small files are hashed in batches that fit into a phone's memory, and a large file by itself", () => {
  const [small, film] = [3 * mebibyte, 900 * mebibyte];
  expect(sizesOf(sized(small, small, small, film, small, 0))).toEqual([
    [small, small],
    [small],
    [film],
    [small, 0],
  ]);
  expect(sizesOf(sized(film, film))).toEqual([[film], [film]]);
  expect(sizesOf([])).toEqual([]);
});

test("every file is in one batch, in the order in which it was chosen", () => {
  const files = sized(...Array.from({ length: 1_000 }, (_, at) => (at * 7_919) % (5 * mebibyte)));
  const batches = Array.from(inBatches(files));
  expect(batches.flat()).toEqual(files);
  expect(batches.every((batch) => batch.length > 0)).toBe(true);
  const empty = sized(...Array.from({ length: 100 }, () => 0));
  expect(Array.from(inBatches(empty), (batch) => batch.length)).toEqual([32, 32, 32, 4]);
});

test("a phone, and a computer with little memory, hash with at most two workers that hold at most 16 MiB of a file", () => {
  const small = { workers: 2, maxWholeBytes: 16 * mebibyte };
  const large = { workers: 4, maxWholeBytes: 64 * mebibyte };
  const computer = { isPhone: false, memoryGibibytes: 8, cores: 8 };
  expect(limitsFor(computer)).toEqual(large);
  expect(limitsFor({ ...computer, memoryGibibytes: undefined })).toEqual(large);
  expect(limitsFor({ ...computer, memoryGibibytes: 4 })).toEqual(small);
  expect(limitsFor({ ...computer, isPhone: true })).toEqual(small);
  expect(limitsFor({ ...computer, isPhone: true, memoryGibibytes: undefined })).toEqual(small);
  expect(limitsFor({ ...computer, cores: 1 }).workers).toBe(1);
});
