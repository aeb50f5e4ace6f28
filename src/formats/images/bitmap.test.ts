import { expect, test } from "bun:test";
import { AppError } from "../../errors.ts";
import { decodeBitmap } from "./bitmap.ts";
import { makeBitmap, makePlainBitmap } from "./test-bitmaps.ts";

const palette: [number, number, number][] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [9, 8, 7],
];
const colors = (...indexes: number[]) => indexes.flatMap((index) => palette[index] ?? [0, 0, 0]);
const samplesOf = (bytes: Buffer) => [...decodeBitmap(bytes).samples];

function refusal(bytes: Buffer): string {
  try {
    decodeBitmap(bytes);
    return "none";
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

test("a BMP with a palette shows its colors, whatever their number of bits and the order of its rows", () => {
  const rows = (bytes: number[]) => Buffer.from(bytes);
  const common = { width: 3, palette };
  const shown = colors(0, 1, 2, 2, 1, 0);
  expect(
    samplesOf(makeBitmap({ ...common, height: 2, bits: 8, data: rows([2, 1, 0, 0, 0, 1, 2, 0]) })),
  ).toEqual(shown);
  expect(
    samplesOf(makeBitmap({ ...common, height: -2, bits: 8, data: rows([0, 1, 2, 0, 2, 1, 0, 0]) })),
  ).toEqual(shown);
  expect(
    samplesOf(makeBitmap({ ...common, height: 2, bits: 4, data: rows([0x21, 0, 0, 0, 0x01, 0x20, 0, 0]) })),
  ).toEqual(shown);
  expect(samplesOf(makeBitmap({ ...common, height: 1, bits: 1, data: rows([0b01000000, 0, 0, 0]) }))).toEqual(
    colors(0, 1, 0),
  );
});

test("run-length encoded pixels, jumps and ends of lines are followed, and none outside the picture is written [threat F9]", () => {
  const rle = (width: number, bits: number, bytes: number[]) =>
    makeBitmap({
      width,
      height: 2,
      bits,
      compression: bits === 8 ? 1 : 2,
      palette,
      data: Buffer.from(bytes),
    });
  expect(samplesOf(rle(3, 8, [3, 1, 0, 0, 0, 3, 2, 0, 3, 0, 0, 1]))).toEqual(colors(2, 0, 3, 1, 1, 1));
  expect(
    samplesOf(
      rle(
        3,
        4,
        [3, 0x12, 0, 2, 254 - 253, 0, 0, 0, 0, 1].slice(0, 2).concat([0, 0, 0, 2, 1, 0, 2, 0x30, 0, 1]),
      ),
    ),
  ).toEqual(colors(0, 3, 0, 1, 2, 1));
  expect(refusal(rle(3, 8, [9, 1, 0, 1]))).toBe("picture-damaged");
  expect(refusal(rle(3, 8, [3, 1, 0, 0, 3, 1, 0, 0, 3, 1, 0, 1]))).toBe("picture-damaged");
  expect(refusal(rle(3, 8, [3, 1]))).toBe("picture-damaged");
});

test("pixels of 16, 24 and 32 bits show their colors, and an alpha channel counts only if it shows something", () => {
  const pixels = (...values: number[]) => {
    const data = Buffer.alloc(4 * values.length);
    for (const [index, value] of values.entries()) data.writeUInt32LE(value >>> 0, 4 * index);
    return data;
  };
  expect(samplesOf(makePlainBitmap(Buffer.from([1, 2, 3, 4, 5, 6]), 1, 2))).toEqual([1, 2, 3, 4, 5, 6]);
  const deep = makeBitmap({ width: 2, height: 1, bits: 16, data: Buffer.from([0x00, 0x7c, 0x1f, 0x00]) });
  expect(samplesOf(deep)).toEqual([255, 0, 0, 0, 0, 255]);
  const masked = { width: 1, height: 1, bits: 16, compression: 3, masks: [0xf800, 0x07e0, 0x001f] };
  expect(samplesOf(makeBitmap({ ...masked, data: Buffer.from([0xe0, 0x07, 0, 0]) }))).toEqual([0, 255, 0]);
  const alpha = {
    width: 2,
    height: 1,
    bits: 32,
    compression: 3,
    masks: [0xff0000, 0xff00, 0xff, 0xff000000],
  };
  const clear = decodeBitmap(makeBitmap({ ...alpha, data: pixels(0x80010203, 0x00ffffff) }));
  expect([clear.channels, ...clear.samples]).toEqual([4, 1, 2, 3, 128, 255, 255, 255, 0]);
  expect(decodeBitmap(makeBitmap({ ...alpha, data: pixels(0x010203, 0xffffff) })).channels).toBe(3);
});

test("a BMP that is cut off, of a rare kind or far too large is refused with a message [threat F9]", () => {
  const whole = makePlainBitmap(Buffer.alloc(300), 10, 10);
  expect(refusal(whole.subarray(0, -5))).toBe("picture-damaged");
  expect(refusal(whole.subarray(0, 30))).toBe("picture-damaged");
  const data = Buffer.alloc(8);
  expect(refusal(makeBitmap({ width: 1, height: 1, bits: 24, compression: 4, data }))).toBe(
    "bitmap-rare-format",
  );
  expect(refusal(makeBitmap({ width: 1, height: 1, bits: 12, data }))).toBe("bitmap-rare-format");
  expect(refusal(makeBitmap({ width: 29_000, height: 29_000, bits: 1, data }))).toBe("picture-too-large");
  expect(refusal(makeBitmap({ width: 1, height: -(2 ** 31), bits: 1, data }))).toBe("picture-too-large");
});
