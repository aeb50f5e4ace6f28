import { describe, expect, test } from "bun:test";
import { formatClock, formatDay, formatRelative, formatTimeLeft, formatWithZone } from "./format.ts";

const noon = Date.UTC(2026, 10, 20, 19, 11, 0);

describe("times", () => {
  test("a moment ago are 'just now', even if the clocks differ slightly", () => {
    expect(formatRelative(noon - 20_000, noon)).toBe("just now");
    expect(formatRelative(noon + 20_000, noon)).toBe("just now");
  });

  test("further back are less precise", () => {
    expect(formatRelative(noon - 5 * 60_000, noon)).toBe("5 minutes ago");
    expect(formatRelative(noon - 3 * 3_600_000, noon)).toBe("3 hours ago");
    expect(formatRelative(noon - 86_400_000, noon)).toBe("yesterday");
  });

  test("of which only the day matters are given as one", () => {
    expect(formatDay(noon, "UTC")).toBe("Nov\u00a020,\u00a02026");
  });

  test("are shown with the short name of their time zone, or its offset if it has none", () => {
    const inZone = (timeZone: string) => formatWithZone(noon, timeZone).replace(/\u202f/g, " ");
    expect(inZone("America/Chicago")).toBe("Nov 20, 2026, 1:11:00 PM CST");
    expect(inZone("Asia/Tokyo")).toBe("Nov 21, 2026, 4:11:00 AM GMT+9");
  });

  test("on the header's clock are Chicago time labeled CST [spec 2 clock] [spec 9 clock] [threat R11]", () => {
    expect(formatClock(noon).replace(/\u202f/g, " ")).toBe("1:11:00 PM CST");
  });

  test("left in an upload are whole seconds, then whole minutes", () => {
    expect(formatTimeLeft(0.2)).toBe("1 second left");
    expect(formatTimeLeft(59)).toBe("59 seconds left");
    expect(formatTimeLeft(61)).toBe("2 minutes left");
  });
});
