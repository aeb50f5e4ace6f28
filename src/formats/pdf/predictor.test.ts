import { expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { parsePng } from "../images/png-chunks.ts";
import { BrokenPdf } from "./broken-pdf.ts";
import { undoPredictor } from "./predictor.ts";

/** A picture in which each row filter of PNG is the best one for some rows: ramps, stripes, curves and noise. */
function picture(width: number, height: number, channels: 1 | 3): Buffer {
  const noise = (x: number, y: number) => ((x * 2654435761) ^ (y * 40503)) & 255;
  const rows = [
    (x: number) => x * 3,
    (x: number) => (x % 7) * 30,
    (x: number, y: number) => (x * y) / 9,
    (x: number, y: number) => noise(x, y),
    (x: number, y: number) => 128 + noise(x, y) / 8,
    (x: number, y: number) => 128 + 90 * Math.sin(x / 9) * Math.cos(y / 5),
  ];
  const samples = Array.from({ length: width * height * channels }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / channels), at % channels];
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return (rows[Math.floor(y / 8) % rows.length]?.(x, y) ?? 0) + channel * 20;
  });
  return Buffer.from(samples);
}

for (const channels of [1, 3] as const) {
  test(`rows with every filter of PNG are read as libpng reads them (${channels} samples per pixel)`, async () => {
    const [width, height] = [97, 120];
    const raw = { width, height, channels };
    const pixels = picture(width, height, channels);
    const png = await sharp(pixels, { raw })
      .toColourspace(channels === 1 ? "b-w" : "srgb")
      .png({ adaptiveFiltering: true, palette: false })
      .toBuffer();
    const { imageData, colorType, bitDepth } = parsePng(png);
    expect([colorType, bitDepth]).toEqual([channels === 1 ? 0 : 2, 8]);
    const rows = inflateSync(Buffer.concat(imageData));
    const filters = Array.from({ length: height }, (_, row) => rows[row * (width * channels + 1)]);
    expect([...new Set(filters)].toSorted()).toEqual([0, 1, 2, 3, 4]);
    const plain = undoPredictor(rows, { kind: 15, colors: channels, bits: 8, columns: width });
    expect(plain.equals(pixels)).toBe(true);
  });
}

test("samples of less than a byte are predicted byte by byte", () => {
  const rows = Buffer.from([1, 0b10110000, 0b00000001, 2, 1, 1]);
  const plain = undoPredictor(rows, { kind: 11, colors: 1, bits: 1, columns: 16 });
  expect([...plain]).toEqual([0b10110000, 0b10110001, 0b10110001, 0b10110010]);
});

test("the second row is predicted from what is left, above, and both in the first one", () => {
  const rows = Buffer.from([...[0, 50, 60], ...[4, 256 - 40, 3]]);
  expect([...undoPredictor(rows, { kind: 15, colors: 1, bits: 8, columns: 2 })]).toEqual([50, 60, 10, 13]);
});

const oneByte = { colors: 1, bits: 8, columns: 1 };

test("a stream without a predictor stays as it is", () => {
  expect([...undoPredictor(Buffer.from([4, 7]), { kind: 1, ...oneByte })]).toEqual([4, 7]);
});

test("rows are as wide as the stream says, up to 16 MiB, and a row that is cut off is left out", () => {
  expect([...undoPredictor(Buffer.from([0, 7, 1, 9, 0]), { kind: 10, ...oneByte })]).toEqual([7, 9]);
  expect(undoPredictor(Buffer.alloc(0), { kind: 15, ...oneByte, columns: 1 << 24 })).toHaveLength(0);
});

test.each([
  ["the predictor of TIFF", { kind: 2, ...oneByte }],
  ["a predictor between those of TIFF and PNG", { kind: 9, ...oneByte }],
  ["a predictor for rows of nothing", { kind: 15, ...oneByte, columns: 0 }],
  ["a predictor for rows of more than 16 MiB", { kind: 15, ...oneByte, columns: (1 << 24) + 1 }],
])("%s makes a PDF unreadable", (_, predictor) => {
  expect(() => undoPredictor(Buffer.from([0, 7]), predictor)).toThrow(BrokenPdf);
});

test("a row with a filter that PNG does not have makes a PDF unreadable", () => {
  expect(() => undoPredictor(Buffer.from([5, 7]), { kind: 15, ...oneByte })).toThrow(BrokenPdf);
});
