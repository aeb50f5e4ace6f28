import { expect, test } from "bun:test";
import { inBatches } from "./batches.ts";

test("more items than one call takes are all sent, in their order", () => {
  expect(inBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inBatches([1, 2], 2)).toEqual([[1, 2]]);
  expect(inBatches([], 2)).toEqual([]);
});
