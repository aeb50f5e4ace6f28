import { expect, test } from "bun:test";
import { writeDay, writeDayWithZone, writeTime, writeUtc } from "./written-time.ts";

const winter = new Date("2026-11-22T13:50:26.900Z");
const summer = new Date("2026-07-01T03:00:00Z");

const lateInChicago = new Date("2026-11-28T05:30:00Z");

test("a time is written in the zone of its stamp, and in UTC where a browser does not know the zone", () => {
  const inZone = (zone: string, language?: "es") => writeTime(lateInChicago, language, zone);
  expect(inZone("America/Chicago")).toBe("November 27, 2026, 11:30:00 PM CST");
  expect(inZone("Europe/Madrid", "es")).toBe("28 de noviembre de 2026, 6:30:00 a. m. GMT+1");
  expect(inZone("Asia/Kathmandu")).toBe("November 28, 2026, 11:15:00 AM GMT+5:45");
  expect(inZone("Nowhere/Land")).toBe("November 28, 2026, 5:30:00 AM UTC");
  expect(writeDayWithZone(lateInChicago, "en", "Europe/Madrid")).toBe("November 28, 2026, GMT+1");
});

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
