import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { pictureNotes } from "./picture-notes.ts";
import { chunkBytes } from "./png-chunks.ts";
import { stampImageFile } from "./stamp-image-file.ts";
import { type ColorCase, caseSize, colorCases, shownStrip } from "./test-colors.ts";
import { pathsForTests, readSamples, stampAt } from "./test-pictures.ts";

const freshPath = pathsForTests();

async function stamp(fileType: ColorCase["fileType"], bytes: Buffer) {
  const [input, output] = [freshPath("in"), freshPath("out")];
  writeFileSync(input, bytes);
  const { notes } = await stampImageFile({ input, output, fileType, stamp: stampAt("bottom-left") });
  return { output, notes };
}

/** The picture as a program shows it that applies profiles, or one that ignores them. */
async function shown(path: string | Buffer, ignoreIcc: boolean) {
  const { data, info } = await sharp(path, { ignoreIcc })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = channels === 3 ? data : Buffer.from([...data].flatMap((value) => [value, value, value]));
  return { width, height, pixels };
}

for (const { name, fileType, make, isOrdinary } of colorCases()) {
  const promise = isOrdinary ? "keeps its pixels" : "has a note";
  test(`the stamp is readable whether or not a program applies the colors that a file states, which ${promise}: ${name} [threat F18]`, async () => {
    const bytes = await make();
    const { output, notes } = await stamp(fileType, bytes);
    expect(notes).toEqual(isOrdinary ? [] : [pictureNotes.colorsSettled]);
    for (const ignoresProfile of [false, true]) {
      const { contrast, distance } = shownStrip(await shown(output, ignoresProfile), caseSize.height);
      expect([contrast > 4.5, distance < 16]).toEqual([true, true]);
    }
    const area = { left: 0, top: 0, ...caseSize };
    if (isOrdinary && fileType === "image/png")
      expect(await readSamples(output, area)).toEqual(await readSamples(bytes));
    if (isOrdinary) return;
    expect((await sharp(output).metadata()).icc).toBeUndefined();
    const [applied, ignored] = [await shown(output, false), await shown(output, true)];
    expect(applied.pixels).toEqual(ignored.pixels);
  });
}

const ink = (text: string, color: string) =>
  `<rect x="${text.length * 40}" y="20" width="60" height="60" fill="${color}"/>`;
const drawing = (...parts: string[]) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="96">${parts.join("")}</svg>`),
  );

test("a transparent picture is shown on one background by all programs, and a note says so [threat F18]", async () => {
  const both = drawing(ink("a", "#fff"), ink("bbb", "#000"));
  for (const picture of [
    both.clone().png(),
    both.clone().png({ palette: true }),
    both.clone().png({ progressive: true }),
    both.clone().toColourspace("rgb16").png(),
    both.clone().toColourspace("b-w").png(),
  ]) {
    const bytes = await picture.toBuffer();
    const { output, notes } = await stamp("image/png", bytes);
    expect(notes).toEqual([pictureNotes.onWhite]);
    expect((await sharp(output).metadata()).hasAlpha).toBe(false);
    const before = await sharp(bytes).flatten({ background: "white" }).toColourspace("b-w").raw().toBuffer();
    const after = await sharp(output)
      .extract({ left: 0, top: 0, ...caseSize })
      .toColourspace("b-w")
      .raw()
      .toBuffer();
    expect(after).toEqual(before);
  }
});

test("a white drawing on a transparent background is shown on black", async () => {
  const { output, notes } = await stamp("image/png", await drawing(ink("a", "#fff")).png().toBuffer());
  expect(notes).toEqual([pictureNotes.onBlack]);
  expect((await readSamples(output, { left: 0, top: 0, width: 1, height: 1 })).slice(0, 3)).toEqual([
    0, 0, 0,
  ]);
});

test("a picture with a transparent color that no pixel has keeps its pixels, without a note", async () => {
  const plain = await sharp({ create: { ...caseSize, channels: 3, background: "#456" } })
    .png()
    .toBuffer();
  const key = chunkBytes({ type: "tRNS", data: Buffer.from([0, 1, 0, 2, 0, 3]) });
  const bytes = Buffer.concat([plain.subarray(0, 33), key, plain.subarray(33)]);
  const { output, notes } = await stamp("image/png", bytes);
  expect(notes).toEqual([]);
  const area = { left: 0, top: 0, ...caseSize };
  expect(await readSamples(output, area)).toEqual(await readSamples(plain));
});

test("a JPEG that states two color models is shown in the one that browsers show, and a note says so", async () => {
  const jfif = Buffer.from("ffe000104a46494600010100000100010000", "hex");
  const adobe = Buffer.from("ffee000e41646f626500640000000000", "hex");
  const photo = await sharp({ create: { ...caseSize, channels: 3, background: "#c05020" } })
    .jpeg()
    .toBuffer();
  const bytes = Buffer.concat([photo.subarray(0, 2), jfif, adobe, photo.subarray(2)]);
  const { output, notes } = await stamp("image/jpeg", bytes);
  expect(notes).toEqual([pictureNotes.colorsSettled]);
  expect(Math.abs((await shown(output, true)).pixels[0] ?? 0) - 0xc0).toBeLessThan(4);
});
