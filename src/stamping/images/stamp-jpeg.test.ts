import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { stampPositions } from "../stamp.ts";
import { decodeJpeg } from "./jpeg-decode.ts";
import { parseJpeg } from "./jpeg-file.ts";
import { stampImageFile } from "./stamp-image-file.ts";
import {
  gradient,
  inkShare,
  largestDifference,
  meanDifference,
  pathsForTests,
  samplesOf,
  stampAt,
} from "./test-pictures.ts";

const freshPath = pathsForTests();

const coefficientsOf = (bytes: Buffer) => decodeJpeg(parseJpeg(bytes));

async function stampJpegBytes(bytes: Buffer, position = stampAt("vertical-right").position) {
  const input = freshPath("jpg");
  const output = freshPath("jpg");
  writeFileSync(input, bytes);
  const outcome = await stampImageFile({ input, output, fileType: "image/jpeg", stamp: stampAt(position) });
  return { output, outcome, metadata: await sharp(output).metadata() };
}

for (const position of stampPositions) {
  test(`a photo stamped ${position} keeps all of its blocks bit for bit and gets a readable strip`, async () => {
    const bytes = await gradient(640, 480).jpeg({ quality: 92 }).toBuffer();
    const { output, outcome, metadata } = await stampJpegBytes(bytes, position);
    expect(outcome).toEqual({ contentType: "image/jpeg", pages: 1, originalKept: false, notes: [] });
    const standing = position === "vertical-right";
    expect(standing ? metadata.height : metadata.width).toBe(standing ? 480 : 640);
    const before = coefficientsOf(bytes);
    const after = coefficientsOf(readFileSync(output));
    const top = position.startsWith("top") ? metadata.height - 480 : 0;
    for (const [index, plane] of before.planes.entries()) {
      const stamped = after.planes[index];
      const firstRow = top / (index === 0 ? 8 : 16);
      for (let row = 0; row < plane.blocksHigh; row++) {
        const from = row * plane.blocksWide * 64;
        const to = (row + firstRow) * (stamped?.blocksWide ?? 0) * 64;
        const length = plane.blocksWide * 64;
        expect(stamped?.coefficients.subarray(to, to + length)).toEqual(
          plane.coefficients.subarray(from, from + length),
        );
      }
    }
    const strip = standing
      ? { left: 640, top: 0, width: metadata.width - 640, height: 480 }
      : { left: 0, top: top === 0 ? 480 : 0, width: 640, height: metadata.height - 480 };
    expect(await inkShare(output, strip)).toBeGreaterThan(0.04);
  });
}

for (let orientation = 1; orientation <= 8; orientation++) {
  for (const [width, height, chromaSubsampling, mostOff] of [
    [320, 240, "4:4:4", 0.1],
    [321, 247, "4:2:0", 1],
  ] as const) {
    test(`a photo of ${width} × ${height} with EXIF orientation ${orientation} comes out upright`, async () => {
      const bytes = await gradient(width, height)
        .jpeg({ quality: 95, chromaSubsampling })
        .withMetadata({ orientation })
        .toBuffer();
      const { output, metadata } = await stampJpegBytes(bytes, "bottom-left");
      const upright = await sharp(bytes).autoOrient().png().toBuffer();
      const shown = await sharp(upright).metadata();
      const area = { left: 0, top: 0, width: shown.width, height: shown.height };
      expect(metadata.orientation ?? 1).toBe(1);
      expect(meanDifference(await samplesOf(output, area), await samplesOf(upright))).toBeLessThan(mostOff);
    });
  }
}

test("a progressive photo, a grey one and one of many scans keep their pixels", async () => {
  const colour = gradient(333, 257);
  const inputs = [
    await colour.clone().jpeg({ progressive: true }).toBuffer(),
    await colour.clone().greyscale().jpeg().toBuffer(),
    await colour.clone().jpeg({ mozjpeg: true }).toBuffer(),
  ];
  for (const bytes of inputs) {
    const { output, metadata } = await stampJpegBytes(bytes, "bottom-right");
    expect(metadata.channels).toBe((await sharp(bytes).metadata()).channels);
    const area = { left: 0, top: 0, width: 320, height: 240 };
    expect(largestDifference(await samplesOf(output, area), await samplesOf(bytes, area))).toBeLessThan(6);
  }
});

test("a CMYK photo stays CMYK, its strip is white and its profile is kept", async () => {
  const bytes = await gradient(320, 240).toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
  const { output, metadata } = await stampJpegBytes(bytes);
  expect(metadata.space).toBe("cmyk");
  expect(metadata.icc?.length).toBeGreaterThan(0);
  const area = { left: 0, top: 0, width: 312, height: 240 };
  expect(largestDifference(await samplesOf(output, area), await samplesOf(bytes, area))).toBeLessThan(6);
  const shown = await sharp(output)
    .toColourspace("srgb")
    .extract({ left: metadata.width - 6, top: 2, width: 4, height: 4 })
    .raw()
    .toBuffer();
  expect(Math.min(...shown)).toBeGreaterThan(230);
});

test("camera details and the colour profile are kept; place, maker notes, XMP and comments are not", async () => {
  const bytes = await gradient(320, 240)
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: "Lens & Sons", Copyright: "Zoë" },
      IFD2: { FNumber: "28/10", UserComment: "ASCII\0\0\0at home" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1", GPSAreaInformation: "Secret Garden" },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><place>Secret Garden</place></x:xmpmeta>")
    .jpeg()
    .toBuffer();
  expect(bytes.includes("Secret Garden")).toBe(true);
  const { output, metadata } = await stampJpegBytes(bytes);
  const stamped = readFileSync(output);
  expect(stamped.includes("Lens & Sons")).toBe(true);
  expect(metadata.icc).toEqual((await sharp(bytes).metadata()).icc);
  for (const secret of ["Secret Garden", "at home", "xmpmeta"]) expect(stamped.includes(secret)).toBe(false);
  // The GPS pointer 0x8825 in either byte order.
  expect(
    metadata.exif?.includes(Buffer.from([0x88, 0x25])) || metadata.exif?.includes(Buffer.from([0x25, 0x88])),
  ).toBe(false);
});

for (const [width, height] of [
  [1, 1],
  [20, 5_000],
  [200, 9],
] as const) {
  test(`a picture of ${width} × ${height} pixels gets room for the whole stamp in every position`, async () => {
    const bytes = await gradient(width, height).jpeg().toBuffer();
    for (const position of stampPositions) {
      const { metadata } = await stampJpegBytes(bytes, position);
      const [length, thickness] =
        position === "vertical-right" ? [metadata.height, metadata.width] : [metadata.width, metadata.height];
      expect(length).toBeGreaterThan(300);
      expect(thickness).toBeGreaterThan(60);
    }
  });
}

test("a JPEG that is cut off or overwritten is refused with a sentence, and nothing is left", async () => {
  const bytes = await gradient(320, 240).jpeg({ quality: 95 }).toBuffer();
  const wrongTables = Buffer.from(bytes);
  wrongTables.fill(0, 2, 400);
  for (const broken of [bytes.subarray(0, bytes.length >> 1), bytes.subarray(0, 40), wrongTables]) {
    const input = freshPath("jpg");
    const output = freshPath("jpg");
    writeFileSync(input, broken);
    const stamped = stampImageFile({ input, output, fileType: "image/jpeg", stamp: stampAt("top-left") });
    await expect(stamped).rejects.toMatchObject({
      kind: "unsupported",
      message: expect.stringContaining("damaged"),
    });
    expect(await Bun.file(output).exists()).toBe(false);
  }
});
