import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { runTool } from "../pdf/test-tools.ts";
import { stampFile } from "../stamp-file.ts";
import { gradient, pathsForTests, stampAt } from "./test-pictures.ts";
import { designedTiff, type TiffDesign } from "./test-tiffs.ts";
import { readTiffPages } from "./tiff-pages.ts";
import { rasterPicture } from "./tiff-raster.ts";

const freshPath = pathsForTests();

/** The samples of the picture that a TIFF is converted to, row by row. */
async function readSamples(file: Buffer) {
  const readAt = async (at: number, length: number) => Buffer.from(file.subarray(at, at + length));
  const [page] = await readTiffPages(readAt);
  const { picture } = (page && (await rasterPicture(readAt, page))) ?? {};
  if (!picture) throw new Error("This kind of TIFF is not known.");
  const colors = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 }[picture.colorSpace];
  const { bitsPerComponent: bits, width, height } = picture;
  const size = (width * colors * bits) / 8;
  const rows = inflateSync(Buffer.concat(picture.data));
  expect(rows.length).toBe((size + 1) * height);
  const plain = Buffer.alloc(size * height);
  for (let y = 0; y < height; y++) {
    expect(rows[y * (size + 1)]).toBe(2);
    for (let x = 0; x < size; x++)
      plain[y * size + x] =
        (rows[y * (size + 1) + 1 + x] ?? 0) + (y === 0 ? 0 : (plain[(y - 1) * size + x] ?? 0));
  }
  const samples = Array.from({ length: plain.length / (bits / 8) }, (_, at) =>
    bits === 8 ? plain[at] : plain.readUInt16BE(2 * at),
  );
  return { picture, colors, samples };
}

function expected(design: TiffDesign, colors: number, shown: (value: number) => number): number[] {
  const values: number[] = [];
  for (let y = 0; y < design.height; y++)
    for (let x = 0; x < design.width; x++)
      for (let color = 0; color < colors; color++) values.push(shown(design.sample(x, y, color)));
  return values;
}

const size = { width: 45, height: 37 };
const pattern = (bits: number) => (x: number, y: number, channel: number) =>
  (x * 977 + y * 1_313 + channel * 4_441 + x * y) % 2 ** bits;

for (const bits of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]) {
  test(`gray and RGB of ${bits} bits become the same shades of 8 or 16 bits`, async () => {
    const outBits = bits > 8 ? 16 : 8;
    const shown = (value: number) => Math.round((value / (2 ** bits - 1)) * (2 ** outBits - 1));
    for (const channels of [1, 3]) {
      for (const little of [true, false]) {
        const design = { ...size, channels, bits, little, rowsPerStrip: 10, sample: pattern(bits) };
        const { picture, colors, samples } = await readSamples(designedTiff(design));
        expect([picture.bitsPerComponent, colors]).toEqual([outBits, channels]);
        expect(samples).toEqual(expected(design, colors, shown));
      }
    }
  });
}

for (const compression of ["none", "lzw", "deflate", "packBits"] as const) {
  for (const arrangement of [{ rowsPerStrip: 7 }, { tile: 16 }, { rowsPerStrip: 10_000 }] as const) {
    for (const planar of [false, true]) {
      const name = `${JSON.stringify(arrangement)}${planar ? " of separate planes" : ""}`;
      test(`12 bits, ${compression}, ${name}`, async () => {
        const design = {
          ...size,
          ...arrangement,
          channels: 3,
          bits: 12,
          planar,
          compression,
          sample: pattern(12),
        };
        const { samples } = await readSamples(designedTiff(design));
        expect(samples).toEqual(expected(design, 3, (value) => Math.round((value / 4095) * 65_535)));
      });
    }
  }
}

for (const little of [true, false]) {
  test(`the differencing predictor is undone, ${little ? "little" : "big"}-endian`, async () => {
    for (const bits of [8, 16]) {
      const design = {
        ...size,
        channels: 3,
        bits,
        little,
        predictor: 2,
        compression: "lzw",
        sample: pattern(bits),
      } as const;
      expect((await readSamples(designedTiff(design))).samples).toEqual(
        expected(design, 3, (value) => value),
      );
    }
  });

  for (const bits of [16, 32, 64]) {
    for (const predictor of [undefined, 3] as const) {
      test(`floating-point numbers of ${bits} bits, ${little ? "little" : "big"}-endian, predictor ${predictor}`, async () => {
        const sample = (x: number, y: number) => ((x * 7 + y * 3) % 64) / 64;
        const design = {
          ...size,
          channels: 1,
          bits,
          little,
          isFloat: true,
          sample,
          ...(predictor && { predictor }),
        };
        const { picture, samples } = await readSamples(designedTiff(design));
        expect(picture.bitsPerComponent).toBe(16);
        expect(samples).toEqual(expected(design, 1, (value) => Math.round(value * 65_535)));
      });
    }
  }
}

for (const compression of ["none", "lzw", "deflate", "packbits"] as const) {
  for (const predictor of ["none", "horizontal"] as const) {
    for (const tile of [false, true]) {
      test(`a TIFF by libtiff, ${compression}, predictor ${predictor}${tile ? ", in tiles" : ""}`, async () => {
        const photo = gradient(333, 257).linear(1.1, -3).sharpen();
        const layout = tile ? { tile, tileWidth: 64, tileHeight: 48 } : {};
        const file = await photo
          .clone()
          .tiff({ compression, predictor, ...layout })
          .toBuffer();
        const { samples } = await readSamples(file);
        expect(Buffer.from(samples as number[]).equals(await photo.raw().toBuffer())).toBe(true);
      });
    }
  }
}

test("values beyond 0 and 1 are shown from the smallest to the largest; NaN is black", async () => {
  const values = [-500, 0, 250, 1_500, Number.NaN, Number.POSITIVE_INFINITY];
  const design = {
    width: 6,
    height: 1,
    channels: 1,
    bits: 32,
    isFloat: true,
    sample: (x: number) => values[x] ?? 0,
  };
  const { samples } = await readSamples(designedTiff(design));
  expect(samples).toEqual([0, 16_384, 24_576, 65_535, 0, 65_535]);
});

test("WhiteIsZero, palettes, CMYK and transparency are shown correctly", async () => {
  const base = { width: 4, height: 1, bits: 2, sample: (x: number) => x };
  const white = await readSamples(designedTiff({ ...base, channels: 1, photometric: 0 }));
  expect(white.samples).toEqual([255, 170, 85, 0]);
  const colorMap = [0, 1, 2, 3].map((value) => value * 21_845);
  const map = [...colorMap, ...colorMap.toReversed(), 0, 0, 0, 65_535];
  const palette = await readSamples(designedTiff({ ...base, channels: 1, photometric: 3, colorMap: map }));
  expect(palette.samples).toEqual([0, 255, 0, 85, 170, 0, 170, 85, 0, 255, 0, 255]);
  const inks = await readSamples(designedTiff({ ...base, channels: 4, photometric: 5 }));
  expect([inks.colors, ...inks.samples.slice(-4)]).toEqual([4, 255, 255, 255, 255]);
  const alpha = (x: number, _: number, channel: number) => (channel === 1 ? x : 0);
  const see = await readSamples(
    designedTiff({ ...base, channels: 2, photometric: 1, sample: alpha, extraSample: 2 }),
  );
  expect(see.samples).toEqual([255, 170, 85, 0]);
});

async function stampTiff(file: Buffer) {
  const input = freshPath("tif");
  const output = freshPath("pdf");
  writeFileSync(input, file);
  const job = { input, output, sha256: "0".repeat(64), stamp: stampAt("bottom-left") };
  return { output, ...(await stampFile({ ...job, fileType: "image/tiff" })) };
}

for (let orientation = 1; orientation <= 8; orientation++) {
  test(`a TIFF of 12 bits with orientation ${orientation} is displayed upright`, async () => {
    const [width, height] = [240, 180];
    const { data } = await gradient(width, height).raw().toBuffer({ resolveWithObject: true });
    const sample = (x: number, y: number, channel: number) =>
      Math.round(((data[(y * width + x) * 3 + channel] ?? 0) / 255) * 4095);
    const design = {
      width,
      height,
      channels: 3,
      bits: 12,
      compression: "deflate",
      sample,
      orientation,
    } as const;
    const { output } = await stampTiff(designedTiff(design));
    const target = freshPath("page");
    runTool("pdftoppm", ["-r", "150", "-png", "-singlefile", output, target], ".");
    const upright = await sharp(await gradient(width, height).withMetadata({ orientation }).png().toBuffer())
      .autoOrient()
      .toBuffer();
    const seen = await sharp(upright).resize(8, 6, { fit: "fill" }).raw().toBuffer();
    const size = await sharp(upright).metadata();
    // One pixel of the page is one of the picture, which is above the strip.
    const shown = await sharp(`${target}.png`)
      .extract({ left: 0, top: 0, width: size.width, height: size.height })
      .resize(8, 6, { fit: "fill" })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(shown).toHaveLength(seen.length);
    for (let at = 0; at < shown.length; at++)
      expect(Math.abs((shown[at] ?? 0) - (seen[at] ?? 0))).toBeLessThan(24);
  });
}

test("notes mention floating-point numbers and embedded JPEG", async () => {
  const float = designedTiff({ ...size, channels: 1, bits: 32, isFloat: true, sample: (x) => x / 45 });
  expect((await stampTiff(float)).notes).toContainEqual(
    expect.objectContaining({ code: "note-tiff-floating-point" }),
  );
  const photo = await gradient(90, 60).tiff({ compression: "jpeg" }).toBuffer();
  expect((await stampTiff(photo)).notes).toContainEqual(
    expect.objectContaining({ code: "note-tiff-photographs-reencoded" }),
  );
});

test("a valid TIFF of a rare kind is called rare; one that ends early is called damaged", async () => {
  const rare = designedTiff({ ...size, channels: 3, bits: 5, photometric: 8, sample: pattern(5) });
  await expect(stampTiff(rare)).rejects.toThrow(
    "This TIFF stores its picture in a way that few programs can read.",
  );
  const design = { ...size, channels: 3, bits: 12, sample: pattern(12) };
  for (const compression of ["none", "lzw", "deflate", "packBits"] as const) {
    const sound = designedTiff({ ...design, compression });
    const changed = Buffer.from(sound);
    const directory = sound.readUInt32LE(4);
    for (let at = directory + 2; at < directory + 2 + 12 * sound.readUInt16LE(directory); at += 12)
      if (sound.readUInt16LE(at) === 279) changed.writeUInt32LE(40, at + 8);
    await expect(stampTiff(changed)).rejects.toThrow("This picture is damaged or incomplete.");
  }
});

test("tiles far larger than the picture and strips that unpack to far too much are refused immediately", async () => {
  const design = { width: 1, height: 1_000, channels: 3, bits: 12, tile: 16, sample: pattern(12) };
  const sound = designedTiff(design);
  const directory = sound.readUInt32LE(4);
  for (let at = directory + 2; at < directory + 2 + 12 * sound.readUInt16LE(directory); at += 12)
    if ([322, 323].includes(sound.readUInt16LE(at))) sound.writeUInt32LE(100_000_000, at + 8);
  await expect(stampTiff(sound)).rejects.toThrow("few programs can read");
});
