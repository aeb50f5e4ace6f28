import { expect, test } from "bun:test";
import { foldedWords, foldText } from "./search-text.ts";

const same: [string, string][] = [
  ["Résumé.pdf", "RESUME.PDF"],
  ["Straße", "STRASSE"],
  ["ΟΔΟΣ", "οδός"],
  ["Договор", "ДОГОВОР"],
  ["İstanbul", "istanbul"],
  ["Ｌｅａｓｅ", "lease"],
  ["ﬁnal", "FINAL"],
  ["Cafe\u0301", "Café"],
];
for (const [one, other] of same) {
  test(`a search for ${other} finds ${one}`, () => expect(foldText(one)).toBe(foldText(other)));
}

test("letters that differ by more than an accent stay different, in scripts whose marks are letters too", () => {
  expect(foldText("が")).not.toBe(foldText("か"));
  expect(foldText("한국")).toBe("한국");
  expect(foldText("कि")).not.toBe(foldText("का"));
});

test("a query is split into its words, each listed once, however they are spaced", () => {
  expect(foldedWords("  Lease \u3000 SMITH\tlease ")).toEqual(["lease", "smith"]);
  expect(foldedWords(" ")).toEqual([]);
});
