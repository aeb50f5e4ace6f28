import { expect, test } from "bun:test";
import { computePercent, roundToQuarter, secondsLeft } from "./transfer.ts";

test("percent are whole and never above 100", () => {
  expect(computePercent({ loaded: 0, total: 0, elapsedMs: 0 })).toBe(0);
  expect(computePercent({ loaded: 333, total: 1000, elapsedMs: 0 })).toBe(33);
  expect(computePercent({ loaded: 1200, total: 1000, elapsedMs: 0 })).toBe(100);
});

test("the remaining time is shown after three seconds, from the average speed", () => {
  expect(secondsLeft({ loaded: 500, total: 1000, elapsedMs: 2999 })).toBeUndefined();
  expect(secondsLeft({ loaded: 250, total: 1000, elapsedMs: 4000 })).toBe(12);
  expect(secondsLeft({ loaded: 1000, total: 1000, elapsedMs: 9000 })).toBeUndefined();
});

test("quarters are announced", () => {
  expect([0, 24, 25, 99, 100].map(roundToQuarter)).toEqual([0, 0, 25, 75, 100]);
});
