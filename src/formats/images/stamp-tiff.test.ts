import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { stampFile } from "../stamp-file.ts";
import { writeRgbProfile } from "./icc-profile.ts";
import { pictureNotes } from "./picture-notes.ts";
import { gradient, pathsForTests, stampAt } from "./test-pictures.ts";
import { crowdedTiff, designedTiff, joinTiffs, loopTiff } from "./test-tiffs.ts";
import { readTiffPages } from "./tiff-pages.ts";

const freshPath = pathsForTests();

async function externalTool(...command: string[]): Promise<string> {
  const tool = command[0] ?? "";
  if (!Bun.which(tool)) throw new Error(`This test needs ${tool}: install poppler-utils and qpdf.`);
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const text = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return text;
}

async function stampTiffBytes(bytes: Buffer) {
  const input = freshPath("tif");
  const output = freshPath("pdf");
  writeFileSync(input, bytes);
  const stamp = stampAt("top-left");
  const outcome = await stampFile({ input, output, fileType: "image/tiff", sha256: "0".repeat(64), stamp });
  return { output, outcome };
}

async function pageSizes(path: string): Promise<number[][]> {
  const info = await externalTool("pdfinfo", "-l", "99", path);
  return [...info.matchAll(/size:\s+([\d.]+) x ([\d.]+)/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);
}

test("a TIFF with pages of different kinds and sizes becomes a PDF with a stamped page for each", async () => {
  const scan = await gradient(1_240, 1_754).greyscale().png().toBuffer();
  const fax = sharp(scan)
    .toColourspace("b-w")
    .tiff({ compression: "ccittfax4", bitdepth: 1, xres: 5.905, yres: 5.905 });
  const photo = gradient(600, 300).tiff({ compression: "lzw", xres: 3.937, yres: 3.937 });
  const print = gradient(300, 300)
    .toColourspace("cmyk")
    .tiff({ compression: "none", xres: 11.811, yres: 11.811 });
  const pages = [await fax.toBuffer(), await photo.toBuffer(), await print.toBuffer()];
  const { output, outcome } = await stampTiffBytes(joinTiffs(pages));
  expect(outcome).toMatchObject({ contentType: "application/pdf", pages: 3, originalKept: false });
  expect(outcome.notes[0]?.text).toContain("converted to a PDF");
  await externalTool("qpdf", "--check", output);
  expect(await pageSizes(output)).toEqual([
    [595, 842],
    [432, 216],
    [72, 72],
  ]);
  const texts = (await externalTool("pdftotext", "-raw", output, "-")).split("\f").slice(0, -1);
  for (const text of texts) expect(text.replace(/\s/g, "")).toContain(stampAt("top-left").serialNumber);
  expect(texts).toHaveLength(3);
});

test("a page looks like the picture it was made from", async () => {
  const { output } = await stampTiffBytes(
    await gradient(400, 300).tiff({ compression: "deflate" }).toBuffer(),
  );
  const target = freshPath("page");
  await externalTool("pdftoppm", "-r", "72", "-png", "-singlefile", output, target);
  const shown = await sharp(`${target}.png`).resize(4, 3, { fit: "fill" }).removeAlpha().raw().toBuffer();
  const picture = await gradient(400, 300).resize(4, 3, { fit: "fill" }).raw().toBuffer();
  // The first row is under the stamp.
  for (let index = 12; index < picture.length; index++)
    expect(Math.abs((shown[index] ?? 0) - (picture[index] ?? 0))).toBeLessThan(12);
});

test("a rotated TIFF becomes an upright page", async () => {
  const bytes = await gradient(400, 200)
    .withMetadata({ orientation: 6 })
    .tiff({ compression: "lzw" })
    .toBuffer();
  const [size = []] = await pageSizes((await stampTiffBytes(bytes)).output);
  expect((size[1] ?? 0) / (size[0] ?? 1)).toBeCloseTo(2, 1);
});

test("a TIFF with endless pages, a truncated one and an empty one are refused with a message", async () => {
  const sound = await gradient(400, 300).tiff({ compression: "none" }).toBuffer();
  for (const broken of [loopTiff(sound), sound.subarray(0, 2_000), Buffer.alloc(0)]) {
    const input = freshPath("tif");
    const output = freshPath("pdf");
    writeFileSync(input, broken);
    const job = { input, output, sha256: "0".repeat(64), stamp: stampAt("top-left") };
    await expect(stampFile({ ...job, fileType: "image/tiff" })).rejects.toMatchObject({
      kind: "unsupported",
      message: expect.stringContaining("damaged"),
    });
    expect(await Bun.file(output).exists()).toBe(false);
  }
});

test("a tag that is repeated thousands of times in a directory costs one disk read", async () => {
  const file = crowdedTiff(4_096);
  let reads = 0;
  const pages = await readTiffPages(async (at, length) => {
    reads += 1;
    return file.subarray(at, at + length);
  });
  expect(pages).toMatchObject([{ width: 40, height: 30, dpi: { x: 300, y: 300 } }]);
  expect(reads).toBeLessThan(10);
});

test("only the pages of a TIFF are kept: no location, no text, no bytes after its end [threat F14]", async () => {
  const plain = await gradient(90, 60)
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>Secret Garden</x:xmpmeta>")
    .tiff({ compression: "lzw" })
    .toBuffer();
  const bytes = Buffer.concat([plain, Buffer.from("GPS: Secret Garden")]);
  expect(bytes.indexOf("Secret Garden")).toBeLessThan(plain.length);
  const { output } = await stampTiffBytes(bytes);
  expect(Buffer.from(await Bun.file(output).bytes()).includes("Secret Garden")).toBe(false);
});

test("transparent parts and colors that programs show differently are settled, and notes say so", async () => {
  const picture = gradient(90, 60);
  const profile = writeRgbProfile(
    (sample) => sample ** 5,
    [
      [0.436, 0.3851, 0.1431],
      [0.2225, 0.7169, 0.0606],
      [0.0139, 0.0971, 0.7141],
    ],
  );
  const path = freshPath("icc");
  writeFileSync(path, profile);
  const cases: [Buffer, string[]][] = [
    [await picture.clone().tiff().toBuffer(), []],
    [await picture.clone().ensureAlpha().tiff({ compression: "lzw" }).toBuffer(), []],
    [
      await picture.clone().ensureAlpha(0.5).tiff({ compression: "lzw" }).toBuffer(),
      [pictureNotes.onWhite.code],
    ],
    [await picture.clone().withIccProfile("p3").tiff().toBuffer(), []],
    [await picture.clone().withIccProfile(path).tiff().toBuffer(), [pictureNotes.colorsSettled.code]],
    [
      await picture.clone().toColourspace("cmyk").withIccProfile("cmyk").tiff().toBuffer(),
      [pictureNotes.cmykConverted.code],
    ],
    [
      designedTiff({
        width: 8,
        height: 8,
        channels: 2,
        bits: 12,
        extraSample: 2,
        photometric: 1,
        sample: (x) => x,
      }),
      [pictureNotes.onWhite.code],
    ],
  ];
  for (const [bytes, codes] of cases) {
    const { notes } = (await stampTiffBytes(bytes)).outcome;
    const settled = notes.map(({ code }) => code).filter((code) => code.startsWith("note-picture-"));
    expect(settled).toEqual(codes);
  }
});

test("a page that is only a smaller version of another one is left out, and a note says so", async () => {
  const design = { width: 40, height: 30, channels: 3, bits: 8, sample: (x: number) => x };
  const preview = designedTiff({ ...design, subfileType: 1 });
  const { outcome } = await stampTiffBytes(joinTiffs([designedTiff(design), preview]));
  expect(outcome.pages).toBe(1);
  expect(outcome.notes.map(({ code }) => code)).toContain("note-tiff-previews-left-out");
});
