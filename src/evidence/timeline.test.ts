import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { type TimelineEntry, writeTimeline } from "./timeline.ts";

const entries: TimelineEntry[] = [1, 2, 3].map((number) => ({
  number,
  time: `2026-11-2${number}T19:11:00Z`,
  name: `Draft ${number} “résumé”.pdf`,
  serial: `AT-0000${number}-00000-00000-00000`,
  original: String(number).repeat(64),
  stamped: "f".repeat(64),
}));
const [first, second, third] = entries as [TimelineEntry, TimelineEntry, TimelineEntry];
const chainOf = (list: TimelineEntry[]) => writeTimeline(list).chain;

test("each line of a timeline contains the SHA-256 of the line before it, and the last one commits to all", () => {
  const { text, chain, entries: count } = writeTimeline(entries);
  expect(text.endsWith("\n")).toBe(true);
  const lines = text.trimEnd().split("\n");
  let previous = "0".repeat(64);
  for (const [index, line] of lines.entries()) {
    expect(JSON.parse(line)).toEqual({ ...entries[index], previous });
    previous = createHash("sha256").update(line).digest("hex");
  }
  expect([chain, count]).toEqual([previous, 3]);
});

test("omitting, moving, adding or changing an entry gives a different commitment", () => {
  const others = [
    [first, second],
    [second, third],
    [first, third],
    [second, first, third],
    [first, second, third, third],
    [first, second, { ...third, time: "2026-11-23T19:11:01Z" }],
    [{ ...first, original: "a".repeat(64) }, second, third],
    [first, { ...second, exhibit: "A-2" }, third],
  ];
  expect(new Set([...others.map(chainOf), chainOf(entries)]).size).toBe(others.length + 1);
});

test("a longer timeline begins with the lines of an earlier one", () => {
  expect(writeTimeline(entries).text.startsWith(writeTimeline([first, second]).text)).toBe(true);
});
