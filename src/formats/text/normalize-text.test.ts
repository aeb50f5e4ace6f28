import { expect, test } from "bun:test";
import { normalizeText } from "./normalize-text.ts";

test("text is composed and otherwise unchanged, with as many marks as languages use", () => {
  for (const text of ["Nguye\u0302\u0303n", "שָּׁלוֹם", "क्षत्रिय", "ที่นี่", "Z\u0351\u034d\u0308a", "two\nlines"]) {
    expect(normalizeText(text)).toBe(text.normalize("NFC"));
  }
});

test("a stack of marks is cut before it is sorted, so that a small text does not take seconds", () => {
  const tower = `a${"\u0316\u0317".repeat(24_000)}b`;
  expect(normalizeText(tower)).toBe(`a${"\u0316\u0317".repeat(15)}b`);
  expect(normalizeText(`${tower}${tower}`)).toHaveLength(64);
});
