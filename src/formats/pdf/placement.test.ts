import { expect, test } from "bun:test";
import { type StampPosition, stampPositions } from "../stamp/stamp.ts";
import { unitsPerEm } from "./stamp-form.ts";
import { defaultResources, onePage, pdfWithTable, unpacked } from "./test-documents.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { changedRegion, type Picture, type Region, readPicture, textOfPages } from "./test-tools.ts";

/** A page whose content fills far more than any box, so that only the stamp can change its appearance. */
function pageWith(entries: string, ground = "0.8 0.9 1 rg -99999 -99999 299999 299999 re f"): Buffer {
  const page = `${entries} ${defaultResources} /Contents 4 0 R`;
  return pdfWithTable(onePage({ page, content: unpacked(ground) }));
}

async function stampSeen(original: Buffer, position: StampPosition, clean?: Picture): Promise<Region> {
  const { file } = stamped(original, { position });
  const before = clean ?? (await readPicture(original));
  const region = changedRegion(before, await readPicture(file, Math.max(before.width, before.height)));
  if (!region) throw new Error("No stamp can be seen.");
  return region;
}

const expectations: Record<StampPosition, (seen: Region) => boolean> = {
  "vertical-right": ({ left, right, top, bottom }) =>
    left > 0.9 && right > 0.95 && Math.abs(top + bottom - 1) < 0.02 && bottom - top > 0.3,
  "top-right": ({ right, top, bottom }) => right > 0.95 && top < 0.05 && bottom < 0.1,
  "top-left": ({ left, top, bottom }) => left < 0.05 && top < 0.05 && bottom < 0.1,
  "bottom-right": ({ right, top, bottom }) => right > 0.95 && bottom > 0.95 && top > 0.9,
  "bottom-left": ({ left, top, bottom }) => left < 0.05 && bottom > 0.95 && top > 0.9,
};

const pages: Record<string, string> = {
  "an upright page": "/MediaBox [0 0 595 842]",
  "a page turned right": "/MediaBox [0 0 595 842] /Rotate 90",
  "a page upside down": "/MediaBox [0 0 595 842] /Rotate 180",
  "a page turned left": "/MediaBox [0 0 595 842] /Rotate 270",
  "a page turned by -90": "/MediaBox [0 0 595 842] /Rotate -90",
  "a page turned by 450": "/MediaBox [0 0 595 842] /Rotate 450",
  "a cropped page": "/MediaBox [0 0 595 842] /CropBox [60 90 500 700]",
  "a cropped and turned page": "/MediaBox [0 0 595 842] /CropBox [60 90 500 700] /Rotate 90",
  "a page cropped to more than there is": "/MediaBox [0 0 595 842] /CropBox [-100 -100 900 1200]",
  "a page whose origin is elsewhere": "/MediaBox [1000 2000 1595 2842]",
  "a turned page with a negative origin": "/MediaBox [-700 -500 -105 342] /Rotate 270",
  "a page with swapped corners": "/MediaBox [595 842 0 0]",
  "a page with a unit of its own": "/MediaBox [0 0 300 420] /UserUnit 2",
  "a turned page with a unit of its own": "/MediaBox [0 0 300 420] /UserUnit 2 /Rotate 90",
};

for (const [name, entries] of Object.entries(pages)) {
  test(`on ${name} the stamp is where a person expects it, in all five positions`, async () => {
    const original = pageWith(entries);
    const clean = await readPicture(original);
    for (const position of stampPositions) {
      const seen = await stampSeen(original, position, clean);
      expect({ position, seen, right: expectations[position](seen) }).toMatchObject({
        position,
        right: true,
      });
    }
  });
}

test("an angle that is not a quarter turn counts as upright", () => {
  const odd = stamped(pageWith("/MediaBox [0 0 595 842] /Rotate 45")).appended.toString("latin1");
  const upright = stamped(pageWith("/MediaBox [0 0 595 842]")).appended.toString("latin1");
  expect(/q [\d. -]+ cm/.exec(odd)?.[0]).toBe(/q [\d. -]+ cm/.exec(upright)?.[0] ?? "");
});

test("a page without a valid box is stamped as a Letter page", () => {
  const letter = stamped(pageWith("/MediaBox [0 0 612 792]")).appended.toString("latin1");
  const matrix = /q [\d. -]+ cm/.exec(letter)?.[0] ?? "none";
  for (const box of [
    "",
    "/MediaBox [0 0 0 0]",
    "/MediaBox [0 0 612]",
    "/MediaBox (no box)",
    "/MediaBox [/a /b /c /d]",
  ]) {
    expect(stamped(pageWith(box)).appended.toString("latin1")).toContain(matrix);
  }
});

for (const size of ["40 40", "200 12", "12 200"]) {
  test(`a tiny page of ${size} points gets the whole text, small, inside the page`, async () => {
    const original = pageWith(`/MediaBox [0 0 ${size}]`);
    const clean = await readPicture(original, 1000);
    for (const position of stampPositions) {
      const { left, right, top, bottom } = await stampSeen(original, position, clean);
      expect(Math.min(left, top, 1 - right, 1 - bottom)).toBeGreaterThan(0);
      expect(textOfPages(stamped(original, { position }).file)[0]).toContain(defaultStamp.serialNumber);
    }
  });
}

test("pages of one point and of two thousand million points are stamped", () => {
  for (const box of ["/MediaBox [0 0 1 1]", "/MediaBox [0 0 2000000000 2000000000]"]) {
    const numbers = /q ([\d. -]+) cm/
      .exec(stamped(pageWith(box)).appended.toString("latin1"))?.[1]
      ?.split(" ");
    expect(numbers?.map(Number).every(Number.isFinite)).toBe(true);
    expect(numbers?.filter((number) => Number(number) !== 0).length).toBeGreaterThanOrEqual(4);
  }
});

test("the stamp is readable on a black page", async () => {
  const black = pageWith("/MediaBox [0 0 595 842]", "0 g 0 0 595 842 re f");
  const { pixels } = await readPicture(stamped(black).file);
  expect(pixels.filter((pixel) => pixel > 180).length).toBeGreaterThan(1000);
});

test("the text has a contrast of 4.5:1 or more with its strip, on white, colored and black pages", async () => {
  for (const ground of ["1 g", "0.8 0.2 0.1 rg", "0 g"]) {
    const page = pageWith("/MediaBox [0 0 595 842]", `${ground} 0 0 595 842 re f`);
    const { pixels, width, height } = await readPicture(stamped(page).file, 2400);
    const clean = await readPicture(page, 2400);
    const changed = changedRegion(clean, { pixels, width, height });
    if (!changed) throw new Error("No stamp can be seen.");
    const counts = new Map<number, number>();
    for (let row = Math.ceil(changed.top * height); row < changed.bottom * height; row++)
      for (let column = Math.ceil(changed.left * width); column < changed.right * width; column++) {
        const pixel = pixels[row * width + column] ?? 0;
        counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
      }
    const common = [...counts].filter(([, count]) => count > 200).map(([pixel]) => luminance(pixel));
    expect((Math.max(...common) + 0.05) / (Math.min(...common) + 0.05)).toBeGreaterThan(4.5);
    const [[strip = 0] = []] = [...counts].toSorted((a, b) => b[1] - a[1]);
    expect(strip).toBeGreaterThan(170);
  }
});

/** Relative luminance of a gray of 8 bits (WCAG 2.2). */
function luminance(gray: number): number {
  const share = gray / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

test("on a letter page the facts are at least eight points high and the whole stamp is a strip of at most one inch", async () => {
  for (const position of stampPositions) {
    const { appended } = stamped(pageWith("/MediaBox [0 0 612 792]"), { position });
    const [, scale = "", turned = ""] =
      /q (-?[\d.]+) (-?[\d.]+) [\d. -]+ cm/.exec(appended.toString("latin1")) ?? [];
    expect(Math.max(Math.abs(Number(scale)), Math.abs(Number(turned))) * unitsPerEm).toBeGreaterThan(8);
  }
  const seen = await stampSeen(pageWith("/MediaBox [0 0 612 792]"), "vertical-right");
  expect((seen.right - seen.left) * 612).toBeLessThan(72);
});

test("a stamp that is nearly as wide as the page is where it was requested, and no note says otherwise", () => {
  for (const clientName of ["Jane Doe", "Jane von Doe zu", "محمد علي الحسن", "Ann"]) {
    for (const position of ["top-right", "bottom-left"] as const)
      expect(stamped(pageWith("/MediaBox [0 0 612 792]"), { clientName, position }).notes).toEqual([]);
  }
});

test("text and margin grow with the page", async () => {
  const small = await stampSeen(pageWith("/MediaBox [0 0 595 842]"), "vertical-right");
  const poster = await stampSeen(pageWith("/MediaBox [0 0 2384 3370]"), "vertical-right");
  expect(poster.left).toBeCloseTo(small.left, 1);
  expect(poster.bottom - poster.top).toBeCloseTo(small.bottom - small.top, 1);
});
