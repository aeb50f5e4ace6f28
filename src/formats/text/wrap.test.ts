import { expect, test } from "bun:test";
import { measureOffsets, shapeText } from "./shape.ts";
import { breakLines, wrapText } from "./wrap.ts";

const size = 10;
const wrapLines = (text: string, maxWidth: number) => {
  const lines = wrapText(text, { size, maxWidth });
  for (const line of lines) expect(line.width * size).toBeLessThanOrEqual(maxWidth);
  return lines.map((line) => line.text);
};

test("text breaks at spaces", () => {
  expect(wrapLines("The quick brown fox jumps over the lazy dog", 100)).toEqual([
    "The quick brown fox",
    "jumps over the lazy",
    "dog",
  ]);
});

test("a long file name breaks after its separators and loses nothing", () => {
  const name = "final_contract-signed_version_2_with_a_long_name.pdf";
  const lines = wrapLines(name, 120);
  expect(lines.join("")).toBe(name);
  expect(lines[0]).toBe("final_contract-signed_");
});

test("a word without separators breaks between any two characters", () => {
  const lines = wrapLines("a".repeat(80), 100);
  expect(lines.join("")).toBe("a".repeat(80));
  expect(lines.length).toBeGreaterThan(3);
});

test("Chinese breaks between characters but never before a closing mark", () => {
  const text = "这是一个非常长的中文文件名，需要换行；并且不能在标点处断开。「好的」";
  for (let width = 40; width < 120; width += 10) {
    const lines = wrapLines(text, width);
    expect(lines.join("")).toBe(text);
    for (const line of lines) expect(line).not.toMatch(/^[，；。」]|「$/u);
  }
});

test("joined emoji are never split", () => {
  const family = "👨‍👩‍👧‍👦";
  for (const line of wrapLines(family.repeat(20), 100)) expect(line.replaceAll(family, "")).toBe("");
});

test("line breaks in the text are kept, including empty lines", () => {
  expect(wrapLines("one\ntwo\r\n\r\nthree", 200)).toEqual(["one", "two", "", "three"]);
});

test("a line of a right-to-left paragraph keeps that direction", () => {
  const lines = wrapText("שלום abc.", { size, maxWidth: 30 });
  expect(lines.map((line) => line.text)).toEqual(["שלום", "abc."]);
  expect(lines[1]?.runs[0]?.glyphs[0]?.text).toBe(".");
});
test("lines have the same width after shaping as measured before, in every script", () => {
  const texts = [
    "A letter of ordinary words, with a serial AT-0123A-BCDEF and a date 2026-11-20 19:11:00 UTC.",
    "خطاب من كلمات عادية مع رقم 12345 وتاريخ 2026-11-20",
    "מכתב של מילים רגילות with some Latin in it",
    "日本語の文書と English words、そして数字 12345。",
  ];
  for (const text of texts) {
    const distances = measureOffsets(text);
    for (const maxWidth of [40, 20, 12, 8]) {
      for (const { width, start, end } of breakLines(text, distances, maxWidth)) {
        expect(Math.abs(shapeText(text.slice(start, end)).width - width)).toBeLessThan(0.2);
        expect(width).toBeLessThanOrEqual(maxWidth);
      }
    }
  }
});
