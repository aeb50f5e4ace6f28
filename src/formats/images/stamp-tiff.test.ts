import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { type StampPosition, stampPositions } from "../stamp/stamp.ts";
import { stampFile } from "../stamp-file.ts";
import { writeRgbProfile } from "./icc-profile.ts";
import { pictureNotes } from "./picture-notes.ts";
import { gradient, largestDifference, meanDifference, pathsForTests, stampAt } from "./test-pictures.ts";
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

async function stampTiffBytes(bytes: Buffer, position: StampPosition = "top-left") {
  const input = freshPath("tif");
  const output = freshPath("pdf");
  writeFileSync(input, bytes);
  const stamp = stampAt(position);
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
  const sizes = await pageSizes(output);
  expect(sizes.map(([width]) => width)).toEqual([595, 432, 177]);
  for (const [index, height] of [842, 216, 72].entries())
    expect(sizes[index]?.[1]).toBeGreaterThan(height + 20);
  const texts = (await externalTool("pdftotext", "-raw", output, "-")).split("\f").slice(0, -1);
  for (const text of texts) expect(text.replace(/\s/g, "")).toContain(stampAt("top-left").serialNumber);
  expect(texts).toHaveLength(3);
});

for (const position of stampPositions) {
  for (const [width, height] of [
    [800, 600],
    [600, 800],
    [1_200, 60],
    [40, 30],
  ] as const) {
    test(`a TIFF of ${width} × ${height} pixels stamped ${position} shows all of its picture beside the stamp`, async () => {
      const tiff = gradient(width, height).tiff({
        compression: "deflate",
        xres: 150 / 25.4,
        yres: 150 / 25.4,
      });
      const { output, outcome } = await stampTiffBytes(await tiff.toBuffer(), position);
      expect(outcome.notes.map(({ code }) => code)).toEqual(["note-tiff-to-pdf"]);
      const target = freshPath("page");
      await externalTool("pdftoppm", "-r", "150", "-png", "-singlefile", output, target);
      const page = await sharp(`${target}.png`).metadata();
      const grown = Math.max(1, (72 * 150) / 72 / Math.max(width, height));
      const size = { width: Math.round(width * grown), height: Math.round(height * grown) };
      const top = position.startsWith("top") ? page.height - size.height : 0;
      const shown = await sharp(`${target}.png`)
        .extract({ left: 0, top, ...size })
        .resize(8, 6, { fit: "fill" })
        .removeAlpha()
        .raw()
        .toBuffer();
      const picture = await gradient(width, height).resize(8, 6, { fit: "fill" }).raw().toBuffer();
      expect(meanDifference(shown, picture)).toBeLessThan(4);
      expect(largestDifference(shown, picture)).toBeLessThan(40);
    });
  }
}

test("the stamp beside a small TIFF is as large as on a letter", async () => {
  const tiff = await gradient(40, 30).tiff().toBuffer();
  for (const position of stampPositions) {
    const { output } = await stampTiffBytes(tiff, position);
    const words = await externalTool("pdftotext", "-bbox", output, "-");
    const sizes = [...words.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"/g)].map(
      ([, left, top, right, bottom]) => Math.min(Number(right) - Number(left), Number(bottom) - Number(top)),
    );
    expect(Math.max(...sizes)).toBeGreaterThan(6);
  }
});

test("a rotated TIFF becomes an upright page", async () => {
  const bytes = await gradient(400, 200)
    .withMetadata({ orientation: 6 })
    .tiff({ compression: "lzw" })
    .toBuffer();
  const [[width = 0, height = 0] = []] = await pageSizes((await stampTiffBytes(bytes)).output);
  expect(height).toBeGreaterThan(2 * width);
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
