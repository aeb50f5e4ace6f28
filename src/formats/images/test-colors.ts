import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { stampColors } from "../stamp/stamp.ts";
import { matrixOfPrimaries } from "./color-matrix.ts";
import { writeRgbProfile } from "./icc-profile.ts";
import { chunkBytes, type PngChunk } from "./png-chunks.ts";
import { srgbToLight, type ToneCurve } from "./tone-curve.ts";

/** A picture and whether all programs show it the same way. */
export type ColorCase = {
  name: string;
  fileType: "image/png" | "image/jpeg";
  make: () => Promise<Buffer>;
  isOrdinary: boolean;
};

/** Of the pictures of these cases; they have a faint and a clear shade. */
export const caseSize = { width: 320, height: 96 };

function faintAndClear(): Sharp {
  const { width, height } = caseSize;
  const pixels = Buffer.alloc(width * height * 3, 255);
  for (let y = 20; y < 70; y++)
    for (let x = 20; x < 300; x++) {
      const shade = [253, 253, 253].map((faint, index) => (x < 110 ? faint : x < 200 ? 20 : 60 + 80 * index));
      pixels.set(shade, (y * width + x) * 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const curves: [string, ToneCurve, boolean][] = [
  ["sRGB", srgbToLight, true],
  ["gamma 2.2", (sample) => sample ** 2.2, true],
  ["gamma 1.8", (sample) => sample ** 1.8, true],
  ["linear light", (sample) => sample, false],
  ["gamma 1000", (sample) => sample ** 1_000, false],
  ["gamma 0.001", (sample) => sample ** 0.001, false],
  ["a negative", (sample) => 1 - sample, false],
  ["only black", () => 0, false],
  ["only white", () => 1, false],
  ["white paper like ink", (sample) => (sample > 0.85 && sample < 0.95 ? 0 : srgbToLight(sample)), false],
  ["light gray like white", (sample) => (sample > 0.85 ? 1 : srgbToLight(sample)), false],
];

type Primaries = readonly [number, number, number, number, number, number, number, number];

/** The x and y of white, red, green and blue. */
const primaries: [string, Primaries, boolean][] = [
  ["Display P3", [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06], true],
  ["Adobe RGB", [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06], true],
  ["ProPhoto RGB", [0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001], false],
  ["red and blue exchanged", [0.3127, 0.329, 0.15, 0.06, 0.3, 0.6, 0.64, 0.33], false],
  ["almost no color", [0.3127, 0.329, 0.33, 0.33, 0.31, 0.34, 0.3, 0.31], false],
];
const srgbPrimaries: Primaries = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];

function matrixOf([wx, wy, rx, ry, gx, gy, bx, by]: Primaries) {
  return matrixOfPrimaries({ x: wx, y: wy }, { x: rx, y: ry }, { x: gx, y: gy }, { x: bx, y: by });
}

const modes: [string, (picture: Sharp) => Sharp][] = [
  ["RGB", (picture) => picture.png()],
  ["palette", (picture) => picture.png({ palette: true, colors: 16, dither: 0 })],
  ["16 bit RGB", (picture) => picture.toColourspace("rgb16").png()],
  ["gray", (picture) => picture.toColourspace("b-w").png()],
  ["interlaced, with alpha", (picture) => picture.ensureAlpha().png({ progressive: true })],
];

const numbers = (values: number[]): Buffer => {
  const data = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) data.writeUInt32BE(Math.round(value), 4 * index);
  return data;
};
const gamma = (value: number): PngChunk => ({ type: "gAMA", data: numbers([100_000 * value]) });
const profileChunk = (profile: Buffer): PngChunk => ({
  type: "iCCP",
  data: Buffer.concat([Buffer.from("profile\0\0", "latin1"), deflateSync(profile)]),
});

/** The picture with chunks after its header. */
const withChunks = (png: Buffer, ...chunks: PngChunk[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks.map(chunkBytes), png.subarray(33)]);

function withProfile(jpeg: Buffer, profile: Buffer, parts: number): Buffer {
  const size = Math.ceil(profile.length / parts);
  const segments = Array.from({ length: parts }, (_, index) => {
    const head = Buffer.from("\xff\xe2\0\0ICC_PROFILE\0\0\0", "latin1");
    const part = profile.subarray(index * size, (index + 1) * size);
    head.writeUInt16BE(head.length - 2 + part.length, 2);
    head.set([index + 1, parts], head.length - 2);
    return Buffer.concat([head, part]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Pictures that describe their colors in all the ways that their formats offer, ordinary and not. */
export function colorCases(): ColorCase[] {
  const png = (name: string, isOrdinary: boolean, chunks: PngChunk[], mode = modes[0]?.[1]): ColorCase => ({
    name: `PNG, ${name}`,
    fileType: "image/png",
    isOrdinary,
    make: async () =>
      withChunks(await (mode ?? ((picture) => picture))(faintAndClear()).toBuffer(), ...chunks),
  });
  const jpeg = (name: string, isOrdinary: boolean, profile: Buffer, parts = 1): ColorCase => ({
    name: `JPEG, ${name}`,
    fileType: "image/jpeg",
    isOrdinary,
    make: async () => withProfile(await faintAndClear().jpeg({ quality: 95 }).toBuffer(), profile, parts),
  });
  const gammas: [number, boolean][] = [
    [1 / 2.2, true],
    [1 / 1.8, true],
    [1, false],
    [0.001, false],
    [1_000, false],
    [0, false],
  ];
  return [
    ...modes.flatMap(([mode, write]) => [
      png(`${mode}, nothing said`, true, [], write),
      ...gammas.map(([value, isOrdinary]) =>
        png(`${mode}, gAMA ${value.toFixed(3)}`, isOrdinary, [gamma(value)], write),
      ),
    ]),
    ...modes
      .slice(0, 3)
      .flatMap(([mode, write]) =>
        curves.map(([curve, toLight, isOrdinary]) =>
          png(
            `${mode}, iCCP with ${curve}`,
            isOrdinary,
            [profileChunk(writeRgbProfile(toLight, matrixOf(srgbPrimaries)))],
            write,
          ),
        ),
      ),
    ...primaries.flatMap(([name, points, isOrdinary]) => [
      png(`cHRM of ${name}`, isOrdinary, [
        gamma(1 / 2.2),
        { type: "cHRM", data: numbers(points.map((value) => 100_000 * value)) },
      ]),
      png(`iCCP of ${name}`, isOrdinary, [profileChunk(writeRgbProfile(srgbToLight, matrixOf(points)))]),
      jpeg(`ICC of ${name}`, isOrdinary, writeRgbProfile(srgbToLight, matrixOf(points)), 3),
    ]),
    ...curves.map(([curve, toLight, isOrdinary]) =>
      jpeg(`ICC with ${curve}`, isOrdinary, writeRgbProfile(toLight, matrixOf(srgbPrimaries))),
    ),
    png("cICP of Display P3", true, [{ type: "cICP", data: Buffer.from([12, 13, 0, 1]) }]),
    png("cICP of HDR (PQ)", false, [{ type: "cICP", data: Buffer.from([9, 16, 0, 1]) }]),
    png("cICP of linear light", false, [{ type: "cICP", data: Buffer.from([1, 8, 0, 1]) }]),
    png("sRGB and gAMA that disagree", false, [{ type: "sRGB", data: Buffer.from([0]) }, gamma(0.001)]),
    png("two gAMA chunks", false, [gamma(1 / 2.2), gamma(0.001)]),
    jpeg("an ICC profile that cannot be read", false, Buffer.alloc(300)),
  ];
}

/** A decoded picture: red, green and blue of each pixel. */
export type ShownPicture = { width: number; height: number; pixels: Uint8Array };

/**
 * How the strip below a picture of this height is shown: the contrast of its darkest pixels to the most common one, as
 * WCAG 2 defines it, and the distance of that one from the strip's own color.
 */
export function shownStrip({ width, height, pixels }: ShownPicture, pictureHeight: number) {
  // JPEG blends a block of the picture with the strip.
  const strip = pixels.subarray(3 * width * (pictureHeight + 16), 3 * width * height);
  const colors = Array.from({ length: strip.length / 3 }, (_, index) => [
    ...strip.subarray(3 * index, 3 * index + 3),
  ]).toSorted((a, b) => lightness(a) - lightness(b));
  const [ink = [], paper = []] = [colors[Math.floor(colors.length * 0.02)], colors[colors.length >> 1]];
  return {
    contrast: (lightness(paper) + 0.05) / (lightness(ink) + 0.05),
    distance: Math.max(...stampColors.tint.map((value, index) => Math.abs(value - (paper[index] ?? 0)))),
  };
}

const lightness = ([red = 0, green = 0, blue = 0]: number[]): number =>
  0.2126 * srgbToLight(red / 255) + 0.7152 * srgbToLight(green / 255) + 0.0722 * srgbToLight(blue / 255);
