import { expect, test } from "bun:test";
import { isolate } from "./clean-text.ts";
import { type ShapedText, shapeText } from "./shape.ts";

/** The source characters of the glyphs, from left to right. */
const leftToRight = (line: ShapedText) =>
  line.runs.flatMap((run) => run.glyphs.map(({ text }) => text)).join("");
const listFaces = (line: ShapedText) => [...new Set(line.runs.map((run) => run.font))];
const hasMissingGlyph = (line: ShapedText) => line.runs.some((run) => run.glyphs.some(({ id }) => id === 0));

test.each([
  ["Jane Q. Public", ["latin"]],
  ["Юлия Щербакова", ["latin"]],
  ["Ελένη Παπαδοπούλου", ["latin"]],
  ["Nguyễn Thị Hồng Ánh", ["latin"]],
  ["अनिरुद्ध शर्मा", ["latin"]],
  ["محمد علي", ["arabic"]],
  ["מרים כהן", ["hebrew"]],
  ["Արամ Խաչատրյան", ["armenian"]],
  ["শেখ মুজিবুর রহমান", ["bengali"]],
  ["አበበ ቢቂላ", ["ethiopic"]],
  ["შოთა რუსთაველი", ["georgian"]],
  ["નરસિંહ મહેતા", ["gujarati"]],
  ["ਗੁਰੂ ਨਾਨਕ", ["gurmukhi"]],
  ["ಕುವೆಂಪು", ["kannada"]],
  ["នរោត្តម សីហនុ", ["khmer"]],
  ["ສຸພານຸວົງ", ["lao"]],
  ["തകഴി ശിവശങ്കരപ്പിള്ള", ["malayalam"]],
  ["အောင်ဆန်း", ["myanmar"]],
  ["මාර්ටින් වික්‍රමසිංහ", ["sinhala"]],
  ["சுப்பிரமணிய பாரதி", ["tamil"]],
  ["శ్రీ శ్రీ", ["telugu"]],
  ["ประยุทธ์ จันทร์โอชา", ["thai"]],
  ["租赁合同。", ["sc"]],
  ["やまだ カタカナ", ["sc"]],
  ["김철수 최종", ["kr"]],
  ["👨‍👩‍👧‍👦🇺🇸❤️1️⃣", ["emoji"]],
] as const)("%s is drawn with a face that has every character", (text, faces) => {
  const line = shapeText(text);
  expect(listFaces(line)).toEqual([...faces]);
  expect(hasMissingGlyph(line)).toBe(false);
  expect(line.width).toBeGreaterThan(0);
});

test("a character that no face has is drawn as its code and still represents itself [threat D2]", () => {
  const line = shapeText("a\u{12000}b");
  expect(line.runs.map((run) => run.glyphs.length)).toEqual([1, "[U+12000]".length, 1]);
  expect(leftToRight(line)).toBe("a\u{12000}b");
  expect(hasMissingGlyph(line)).toBe(false);
});

test("a joined emoji that the font lacks falls back to its parts", () => {
  const line = shapeText("🧿\u200d👍");
  expect(listFaces(line)).toEqual(["emoji"]);
  expect(hasMissingGlyph(line)).toBe(false);
  expect(line.width).toBeCloseTo(shapeText("🧿").width + shapeText("👍").width);
});

test("Hebrew runs from right to left next to Latin", () => {
  expect(leftToRight(shapeText("say שלום now"))).toBe("say םולש now");
});

test("brackets in right-to-left text are mirrored", () => {
  const first = shapeText("(א)").runs[0]?.glyphs[0];
  expect(first?.text).toBe(")");
  expect(first?.id).toBe(shapeText("(").runs[0]?.glyphs[0]?.id);
});

test("an isolated name does not move the digits next to it to its other side", () => {
  const name = "محمد";
  expect(leftToRight(shapeText(`Signed ${isolate(name)} 2026`)).endsWith(" 2026")).toBe(true);
});

test("nothing in a name can reorder or hide the text next to it [threat D2]", () => {
  const line = shapeText("evil \u202egnp.exe\u202c\u2067x\u0000\u200b\ufeff");
  expect(line.text).toBe("evil gnp.exex");
  expect(leftToRight(line)).toBe(line.text);
});

test("a lone surrogate is shown as a replacement character", () => {
  expect(shapeText("a\ud83d").text).toBe("a\ufffd");
});

test("decomposed and composed letters are the same line", () => {
  expect(shapeText("Zoe\u0308")).toEqual(shapeText("Zo\u00eb"));
});

test("the result does not depend on what was shaped before", () => {
  const fresh = JSON.stringify(shapeText("a b"));
  shapeText("a\u00a0b");
  expect(JSON.stringify(shapeText("a b"))).toBe(fresh);
  expect(leftToRight(shapeText("a\u00a0b"))).toBe("a\u00a0b");
});

test("stray marks that the font does not support are drawn", () => {
  const text = "\u06a9\u0640\u06e5\u0603\u06dd\u06e4\u06f5 ںٱڥ٧ڃ۾؇؃";
  const line = shapeText(text);
  expect([...leftToRight(line)].sort()).toEqual([...text].sort());
});

test("two marks on one letter are stacked, however they were typed", () => {
  const heights = (text: string) => {
    const marks = shapeText(text).runs.flatMap((run) => run.glyphs.filter(({ advance }) => advance === 0));
    return new Map(marks.map(({ id, dy }) => [id, dy]));
  };
  const typed = heights("\u0645\u0651\u064e");
  expect(typed.size).toBe(2);
  expect(new Set(typed.values()).size).toBe(2);
  expect(heights("\u0645\u064e\u0651")).toEqual(typed);
});
