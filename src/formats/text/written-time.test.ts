import { expect, test } from "bun:test";
import { writeClockWithOffset, writeTime } from "./written-time.ts";

const time = Date.UTC(2026, 10, 20, 19, 11, 0, 987);

test("a time is written in its zone, with the zone's short name or its offset", () => {
  expect(writeTime({ time, timeZone: "UTC" })).toBe("November 20, 2026, 7:11:00 PM UTC");
  expect(writeTime({ time, timeZone: "America/Chicago" })).toBe("November 20, 2026, 1:11:00 PM CST");
  expect(writeTime({ time, timeZone: "Asia/Kathmandu" })).toBe("November 21, 2026, 12:56:00 AM GMT+5:45");
  expect(writeTime({ time, timeZone: "America/St_Johns" })).toBe("November 20, 2026, 3:41:00 PM GMT-3:30");
  expect(() => writeTime({ time, timeZone: "Nowhere/Land" })).toThrow(RangeError);
});

test("the hour that is skipped in spring, and the one that repeats in autumn, are distinguished by their zone [threat R11]", () => {
  const inChicago = (utc: string) => writeTime({ time: Date.parse(utc), timeZone: "America/Chicago" });
  expect(inChicago("2026-03-08T07:59:00Z")).toBe("March 8, 2026, 1:59:00 AM CST");
  expect(inChicago("2026-03-08T08:00:00Z")).toBe("March 8, 2026, 3:00:00 AM CDT");
  expect(inChicago("2026-11-01T06:30:00Z")).toBe("November 1, 2026, 1:30:00 AM CDT");
  expect(inChicago("2026-11-01T07:30:00Z")).toBe("November 1, 2026, 1:30:00 AM CST");
});

test("a clock has the offset of its zone on that day, unless the zone's name says it", () => {
  const inZone = (timeZone: string, at = time) => writeClockWithOffset({ time: at, timeZone });
  expect(inZone("America/Chicago")).toBe("1:11:00 PM CST (UTC−6)");
  expect(inZone("America/Chicago", Date.UTC(2026, 6, 4, 5, 3, 9))).toBe("12:03:09 AM CDT (UTC−5)");
  expect(inZone("Asia/Kathmandu")).toBe("12:56:00 AM GMT+5:45");
  expect(inZone("UTC")).toBe("7:11:00 PM UTC");
  expect(writeClockWithOffset({ time, timeZone: "America/Chicago" }, "es")).toBe("1:11:00 p. m. CST (UTC−6)");
});
