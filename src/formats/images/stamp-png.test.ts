import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { stampColors, stampPositions } from "../stamp/stamp.ts";
import { pictureNotes } from "./picture-notes.ts";
import { chunkBytes, parsePng } from "./png-chunks.ts";
import { stampImageFile } from "./stamp-image-file.ts";
import { gradient, inkShare, pathsForTests, readSamples, stampAt } from "./test-pictures.ts";

const freshPath = pathsForTests();

async function stampPngBytes(bytes: Buffer, position = stampAt("vertical-right").position) {
  const input = freshPath("png");
  const output = freshPath("png");
  writeFileSync(input, bytes);
  const outcome = await stampImageFile({ input, output, fileType: "image/png", stamp: stampAt(position) });
  return { output, outcome, file: parsePng(readFileSync(output)) };
}

const kinds: [string, (image: Sharp) => Sharp][] = [
  ["RGB", (image) => image],
  ["RGB with alpha", (image) => image.ensureAlpha()],
  ["16 bit RGB", (image) => image.toColourspace("rgb16")],
  ["16 bit gray", (image) => image.toColourspace("grey16")],
  ["gray", (image) => image.greyscale()],
  [
    "palette",
    (image) => image.threshold(100, { grayscale: false }).png({ palette: true, colors: 16, dither: 0 }),
  ],
  ["full palette", (image) => image.png({ palette: true, colors: 256 })],
  ["two-color palette", (image) => image.png({ palette: true, colors: 2, dither: 0 })],
  ["interlaced", (image) => image.png({ progressive: true })],
];

const kindsThatMayBecomeRgb = ["full palette", "two-color palette"];

for (const [kind, make] of kinds) {
  test(`a ${kind} PNG keeps every pixel in all positions`, async () => {
    const bytes = await make(gradient(421, 333).png()).toBuffer();
    const before = parsePng(bytes);
    for (const position of stampPositions) {
      const { output, outcome, file } = await stampPngBytes(bytes, position);
      expect(outcome).toEqual({ contentType: "image/png", pages: 1, originalKept: false, notes: [] });
      if (!kindsThatMayBecomeRgb.includes(kind))
        expect([file.colorType, file.bitDepth]).toEqual([before.colorType, before.bitDepth]);
      const top = position.startsWith("top") ? file.height - 333 : 0;
      const picture = { left: 0, top, width: 421, height: 333 };
      expect(await readSamples(output, picture)).toEqual(await readSamples(bytes));
      const strip =
        position === "vertical-right"
          ? { left: 421, top: 0, width: file.width - 421, height: file.height }
          : { left: 0, top: top === 0 ? 333 : 0, width: file.width, height: file.height - 333 };
      expect(await inkShare(output, strip)).toBeGreaterThan(0.03);
    }
  });
}

test("a picture of one pixel gets a strip with the whole stamp", async () => {
  for (const position of stampPositions) {
    const { file } = await stampPngBytes(await gradient(1, 1).png().toBuffer(), position);
    expect(Math.max(file.width, file.height)).toBeGreaterThan(300);
  }
});

test("a PNG in which white, or the strip's own color, is transparent gets an opaque strip and background", async () => {
  const { tint } = stampColors;
  for (const transparent of [[255, 255, 255], tint]) {
    const [r, g, b] = transparent;
    const plain = await sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
      .png()
      .toBuffer();
    const key = chunkBytes({ type: "tRNS", data: Buffer.from(transparent.flatMap((value) => [0, value])) });
    const bytes = Buffer.concat([plain.subarray(0, 33), key, plain.subarray(33)]);
    const { output, outcome } = await stampPngBytes(bytes, "bottom-left");
    expect(outcome.notes).toEqual([pictureNotes.onWhite]);
    const { width = 0, height = 0, hasAlpha } = await sharp(output).metadata();
    expect(hasAlpha).toBe(false);
    const corner = await readSamples(output, { left: width - 2, top: height - 2, width: 1, height: 1 });
    expect(corner).toEqual([...tint]);
  }
});

test("text chunks, bytes after the end and the EXIF location are dropped; resolution and profile are kept [threat F14]", async () => {
  const plain = await gradient(64, 64)
    .withIccProfile("p3")
    .withExif({ IFD0: { Make: "Lens & Sons" }, IFD3: { GPSAreaInformation: "Secret Garden" } })
    .withDensity(300)
    .png()
    .toBuffer();
  const text = chunkBytes({ type: "tEXt", data: Buffer.from("Location\0Secret Garden") });
  const bytes = Buffer.concat([
    plain.subarray(0, 33),
    text,
    plain.subarray(33),
    Buffer.from("<?php secret ?>"),
  ]);
  const { output } = await stampPngBytes(bytes);
  const stamped = readFileSync(output);
  for (const secret of ["Secret Garden", "php"]) expect(stamped.includes(secret)).toBe(false);
  expect(stamped.includes("Lens & Sons")).toBe(true);
  const metadata = await sharp(output).metadata();
  expect(metadata.density).toBe(300);
  expect(metadata.icc?.length).toBeGreaterThan(0);
});

test("a rotated PNG is stamped upright", async () => {
  const bytes = await gradient(90, 60).withMetadata({ orientation: 6 }).png().toBuffer();
  const { output, file } = await stampPngBytes(bytes, "bottom-left");
  expect(file.orientation).toBe(1);
  const upright = await sharp(bytes).autoOrient().png().toBuffer();
  expect(await readSamples(output, { left: 0, top: 0, width: 60, height: 90 })).toEqual(
    await readSamples(upright),
  );
});

test("an animated PNG becomes its first frame, and a note says so [threat F6]", async () => {
  const plain = await gradient(64, 64).png().toBuffer();
  const control = chunkBytes({ type: "acTL", data: Buffer.alloc(8, 1) });
  const { outcome } = await stampPngBytes(
    Buffer.concat([plain.subarray(0, 33), control, plain.subarray(33)]),
  );
  expect(outcome.notes).toEqual([expect.objectContaining({ code: "note-animation-left-out" })]);
});

test("if only programs that play animations show other pictures, a note says so [threat F6]", async () => {
  const plain = await gradient(64, 64).png().toBuffer();
  const control = chunkBytes({ type: "acTL", data: Buffer.alloc(8, 1) });
  const frame = chunkBytes({ type: "fcTL", data: Buffer.alloc(26, 1) });
  const end = plain.length - 12;
  const { outcome } = await stampPngBytes(
    Buffer.concat([plain.subarray(0, 33), control, plain.subarray(33, end), frame, plain.subarray(end)]),
  );
  expect(outcome.notes).toEqual([pictureNotes.otherAnimation]);
});

test("a PNG with pixels whose color is missing from its palette is refused, and no color is made up", async () => {
  const bytes = await gradient(64, 64).png({ palette: true, colors: 9, dither: 0 }).toBuffer();
  const at = bytes.indexOf("PLTE") - 4;
  const palette = parsePng(bytes).palette ?? Buffer.alloc(0);
  const shorter = chunkBytes({ type: "PLTE", data: palette.subarray(0, 12) });
  const broken = Buffer.concat([bytes.subarray(0, at), shorter, bytes.subarray(at + 12 + palette.length)]);
  await expect(stampPngBytes(broken)).rejects.toThrow("damaged");
});

test("a PNG that is cut off, changed or really another format is refused with a message [threat G5]", async () => {
  const bytes = await gradient(320, 240).png().toBuffer();
  const changed = Buffer.from(bytes);
  changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 255;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const broken of [bytes.subarray(0, bytes.length >> 1), changed, svg, Buffer.alloc(0)]) {
    const input = freshPath("png");
    const output = freshPath("png");
    writeFileSync(input, broken);
    const stamped = stampImageFile({ input, output, fileType: "image/png", stamp: stampAt("top-left") });
    await expect(stamped).rejects.toMatchObject({
      kind: "unsupported",
      message: expect.stringContaining("damaged"),
    });
    expect(await Bun.file(output).exists()).toBe(false);
  }
});
