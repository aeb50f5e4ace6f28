import { expect, test } from "bun:test";
import { MemoryRateLimiter } from "./memory-rate-limiter.ts";

const minute = 60_000;

test("attempts are counted separately for each key, starting from zero when the window ends", () => {
  const windows = new MemoryRateLimiter();
  expect(windows.count("jane", minute, 0)).toEqual({ count: 1, endsAt: minute });
  expect(windows.count("jane", minute, minute - 1)).toEqual({ count: 2, endsAt: minute });
  expect(windows.count("bob", minute, minute - 1).count).toBe(1);
  expect(windows.count("jane", minute, minute)).toEqual({ count: 1, endsAt: 2 * minute });
});

test("a window opened while the clock was ahead ends after one window", () => {
  const windows = new MemoryRateLimiter();
  windows.count("jane", minute, 1_000 * minute);
  expect(windows.count("jane", minute, 0)).toEqual({ count: 2, endsAt: minute });
  expect(windows.count("jane", minute, minute).count).toBe(1);
});

test("addresses seen once are not remembered for long", () => {
  const windows = new MemoryRateLimiter();
  for (let address = 0; address < 1_000; address += 1) windows.count(`address ${address}`, minute, address);
  windows.count("jane", minute, 3 * minute);
  expect(windows.size).toBe(1);
});
