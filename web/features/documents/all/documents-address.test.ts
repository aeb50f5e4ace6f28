import { expect, test } from "bun:test";
import { isFiltered, readDocumentsAddress, toFindInput } from "./documents-address.ts";

const now = new Date(2026, 0, 15, 12);
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString();

test("an address contains the user's choices, and unknown values mean the default", () => {
  const address = { q: "lease", status: "completed", kind: "pdf", sort: "name", page: 3 } as const;
  expect(readDocumentsAddress(address)).toEqual(address);
  const odd = { q: "", status: "x", kind: 1, period: "ages", sort: "newest", page: "-2", from: "2026-01-01" };
  expect(readDocumentsAddress(odd)).toEqual({});
  expect(readDocumentsAddress({ q: 2026 })).toEqual({ q: "2026" });
});

test("a period consists of whole days in the reader's time zone, even across the end of a year", () => {
  const bounds = (period: string, from?: string, to?: string) => {
    const input = toFindInput(readDocumentsAddress({ period, from, to }), now);
    return [input.from, input.before];
  };
  expect(bounds("last-month")).toEqual([day(2025, 12, 1), day(2026, 1, 1)]);
  expect(bounds("last-7-days")).toEqual([day(2026, 1, 9), undefined]);
  expect(bounds("this-year")).toEqual([day(2026, 1, 1), undefined]);
  expect(bounds("dates", "2026-01-02", "2026-01-02")).toEqual([day(2026, 1, 2), day(2026, 1, 3)]);
  expect(bounds("dates", "soon")).toEqual([undefined, undefined]);
});

test("sorting and pages do not count as filters", () => {
  expect(isFiltered({ sort: "name", page: 2 })).toBe(false);
  expect(isFiltered({ q: "lease" })).toBe(true);
});
