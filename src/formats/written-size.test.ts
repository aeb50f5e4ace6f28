import { expect, test } from "bun:test";
import { writeExactSize, writeSize } from "./written-size.ts";

test("sizes are written as a person would say them, 1000 bytes being 1 kB", () => {
  expect([0, 1, 999].map(writeSize)).toEqual(["0 bytes", "1 byte", "999 bytes"]);
  expect([1000, 1536, 122_200_000].map(writeSize)).toEqual(["1 kB", "1.5 kB", "122.2 MB"]);
  expect([50_000_000, 6_111_106_650, 2e12].map(writeSize)).toEqual(["50 MB", "6.1 GB", "2 TB"]);
});

test("a certificate gives the exact size, too", () => {
  expect([999, 1_234_567].map(writeExactSize)).toEqual(["999 bytes", "1,234,567 bytes (1.2 MB)"]);
});
