import { expect, test } from "bun:test";
import { writeDay, writeDayWithZone, writeTime, writeUtc } from "./written-time.ts";

const winter = new Date("2026-11-22T13:50:26.900Z");
const summer = new Date("2026-07-01T03:00:00Z");

test("a time reads the same everywhere: US Central time, with its own name in summer", () => {
  expect(writeTime(winter)).toBe("November 22, 2026, 7:50:26 AM CST");
  expect(writeTime(summer)).toBe("June 30, 2026, 10:00:00 PM CDT");
});

test("a time reads in Spanish as people write it there", () => {
  expect(writeTime(winter, "es")).toBe("22 de noviembre de 2026, 7:50:26 a. m. CST");
  expect(writeTime(summer, "es")).toBe("30 de junio de 2026, 10:00:00 p. m. CDT");
});

test("a day alone is the day of that time, and names its zone where nothing else does", () => {
  expect(writeDay(summer)).toBe("June 30, 2026");
  expect(writeDayWithZone(summer)).toBe("June 30, 2026, CDT");
  expect(writeDayWithZone(winter, "es")).toBe("22 de noviembre de 2026, CST");
});

test("UTC is given to the second", () => {
  expect(writeUtc(winter)).toBe("2026-11-22 13:50:26 UTC");
});
