import { expect, test } from "bun:test";
import { tabAfter } from "./tabs.tsx";

test("arrow keys move to the adjacent tab and wrap around, Home and End move to the ends", () => {
  expect(tabAfter("ArrowRight", 0, 4)).toBe(1);
  expect(tabAfter("ArrowRight", 3, 4)).toBe(0);
  expect(tabAfter("ArrowLeft", 0, 4)).toBe(3);
  expect(tabAfter("Home", 2, 4)).toBe(0);
  expect(tabAfter("End", 1, 4)).toBe(3);
});

test("any other key does nothing", () => {
  expect(tabAfter("a", 1, 4)).toBe(-1);
});
