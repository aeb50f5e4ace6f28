import { expect, test } from "bun:test";
import { readRange } from "./downloads.ts";

const read = (range: string | undefined, ifRange?: string) => readRange(range, ifRange, '"tag"', 100);

test("a range is read from either end", () => {
  expect(read("bytes=0-9")).toEqual({ start: 0, end: 10 });
  expect(read("bytes=90-")).toEqual({ start: 90, end: 100 });
  expect(read("bytes=-10")).toEqual({ start: 90, end: 100 });
  expect(read("bytes=50-1000")).toEqual({ start: 50, end: 100 });
  expect(read("bytes=-1000")).toEqual({ start: 0, end: 100 });
});

test("a range after the end is refused", () => {
  expect(read("bytes=100-")).toBe("unsatisfiable");
  expect(read("bytes=-0")).toBe("unsatisfiable");
});

test("anything else is answered with the whole file [threat E6]", () => {
  for (const range of [undefined, "bytes=-", "bytes=9-1", "bytes=0-1,5-6", "lines=1-2", "bytes=a-b"]) {
    expect(read(range)).toBeUndefined();
  }
});

test("a range of an older version is answered with the whole file", () => {
  expect(read("bytes=0-9", '"tag"')).toEqual({ start: 0, end: 10 });
  expect(read("bytes=0-9", '"older"')).toBeUndefined();
});
