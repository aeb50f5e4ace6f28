import { expect, test } from "bun:test";
import { guessPaper, layOut, paperOfReader, pixelsOn } from "./paper.ts";

const [letter, legal, a4] = [612 / 792, 612 / 1008, 595 / 842];

test("the paper is that of the reader's country, in Spanish without a country Mexico's", () => {
  expect(paperOfReader(["en-US", "en"])).toBe("letter");
  expect(paperOfReader(["en-GB", "en-US"])).toBe("a4");
  expect(paperOfReader(["es-MX"])).toBe("letter");
  expect(paperOfReader(["es"])).toBe("letter");
  expect(paperOfReader(["es-ES", "es"])).toBe("a4");
  expect(paperOfReader(["de"])).toBe("a4");
  expect(paperOfReader([])).toBe("letter");
});

test("sheets that clearly have another shape than the usual paper are on theirs, upright or lying", () => {
  expect(guessPaper([letter * 1.01, letter * 0.98, 1 / letter], "letter")).toBe("letter");
  expect(guessPaper([a4, a4 * 1.01, 1 / a4], "letter")).toBe("a4");
  expect(guessPaper([letter], "a4")).toBe("letter");
  expect(guessPaper([legal, legal, 0.25], "letter")).toBe("legal");
  expect(guessPaper([(letter + a4) / 2], "letter")).toBe("letter");
  expect(guessPaper([(letter + a4) / 2], "a4")).toBe("a4");
  expect(guessPaper([0.25, 0.3], "a4")).toBe("a4");
});

test("a sheet fills its page; a receipt keeps its shape, in the middle of the page or as a page of its own", () => {
  expect(layOut(letter * 1.03, "letter")).toEqual({
    page: { width: 612, height: 792 },
    picture: { width: 612, height: 792, x: 0, y: 0 },
  });
  expect(layOut(1 / a4, "a4").page).toEqual({ width: 842, height: 595 });
  const receipt = layOut(0.3, "letter");
  expect(receipt.page).toEqual({ width: 612, height: 792 });
  expect(receipt.picture.height).toBe(720);
  expect(receipt.picture.width).toBeCloseTo(216);
  expect(receipt.picture.x).toBeCloseTo(198);
  const own = layOut(0.3, "own");
  expect(own.picture).toEqual({ ...own.page, x: 0, y: 0 });
  expect(own.page.width / own.page.height).toBeCloseTo(0.3);
});

test("a page has 200 pixels per inch, but no more than its photo", () => {
  const page = layOut(letter, "letter");
  expect(pixelsOn(page, { width: 5000, height: 7000 })).toEqual({ width: 1700, height: 2200 });
  expect(pixelsOn(page, { width: 700, height: 900 })).toEqual({ width: 700, height: 906 });
  expect(pixelsOn(page, { width: 1, height: 1 })).toEqual({ width: 1, height: 1 });
});
