import { expect, test } from "bun:test";
import { zonedDateTime } from "./written-time.ts";

const time = Date.UTC(2026, 10, 20, 19, 11, 0, 987);

test("offsets follow the zone and the season", () => {
  expect(zonedDateTime(time, "UTC")).toBe("2026-11-20 19:11:00 +00:00");
  expect(zonedDateTime(time, "Asia/Kathmandu")).toBe("2026-11-21 00:56:00 +05:45");
  expect(zonedDateTime(time, "America/St_Johns")).toBe("2026-11-20 15:41:00 -03:30");
  expect(zonedDateTime(Date.UTC(2026, 6, 1, 12), "America/Chicago")).toBe("2026-07-01 07:00:00 -05:00");
  expect(() => zonedDateTime(time, "Nowhere/Land")).toThrow(RangeError);
});

test("the hour that is skipped in spring, and the one that repeats in autumn, are distinguished by their offset [threat R11]", () => {
  const inChicago = (utc: string) => zonedDateTime(Date.parse(utc), "America/Chicago");
  expect(inChicago("2026-03-08T07:59:00Z")).toBe("2026-03-08 01:59:00 -06:00");
  expect(inChicago("2026-03-08T08:00:00Z")).toBe("2026-03-08 03:00:00 -05:00");
  expect(inChicago("2026-11-01T06:30:00Z")).toBe("2026-11-01 01:30:00 -05:00");
  expect(inChicago("2026-11-01T07:30:00Z")).toBe("2026-11-01 01:30:00 -06:00");
});
