import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { type StampPosition, stampPositions } from "../stamp/stamp.ts";
import { decodeJpeg } from "./jpeg-decode.ts";
import { parseJpeg } from "./jpeg-file.ts";
import { isPicture } from "./picture-check.ts";
import { pictureNotes } from "./picture-notes.ts";
import { stampImageFile } from "./stamp-image-file.ts";
import {
  gradient,
  inkShare,
  largestDifference,
  meanDifference,
  pathsForTests,
  readSamples,
  stampAt,
} from "./test-pictures.ts";

const freshPath = pathsForTests();

const readCoefficients = (bytes: Buffer) => decodeJpeg(parseJpeg(bytes));

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
    const before = readCoefficients(bytes);
    const after = readCoefficients(readFileSync(output));
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

/** A stamped photo and its original, both as displayed. */
async function shownBeside(bytes: Buffer, position: StampPosition) {
  const { output, outcome, metadata } = await stampJpegBytes(bytes, position);
  const shown = freshPath("png");
  const { width, height } = await sharp(output).autoOrient().png().toFile(shown);
  const upright = await sharp(bytes).autoOrient().png().toBuffer();
  const original = await sharp(upright).metadata();
  const top = position.startsWith("top") ? height - original.height : 0;
  const area = { left: 0, top, width: original.width, height: original.height };
  const strip =
    position === "vertical-right"
      ? { left: area.width, top: 0, width: width - area.width, height }
      : { left: 0, top: top === 0 ? area.height : 0, width, height: height - area.height };
  const difference = meanDifference(await readSamples(shown, area), await readSamples(upright));
  return { difference, ink: await inkShare(shown, strip), outcome, metadata, output };
}

for (let orientation = 1; orientation <= 8; orientation++) {
  test(`a photo of whole blocks with EXIF orientation ${orientation} comes out upright`, async () => {
    const bytes = await gradient(320, 240)
      .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
      .withMetadata({ orientation })
      .toBuffer();
    const { difference, metadata, outcome } = await shownBeside(bytes, "bottom-left");
    expect(metadata.orientation ?? 1).toBe(1);
    expect(difference).toBeLessThan(0.1);
    expect(outcome.notes).toEqual([]);
  });

  for (const [width, height] of [
    [421, 347],
    [61, 43],
  ] as const) {
    test(`a photo of ${width} × ${height} with EXIF orientation ${orientation} and its strip are displayed upright`, async () => {
      const bytes = await gradient(width, height)
        .jpeg({ quality: 95, chromaSubsampling: "4:2:0" })
        .withExif({ IFD0: { Make: "Lens & Sons" } })
        .withMetadata({ orientation })
        .toBuffer();
      for (const position of stampPositions) {
        const { difference, ink, outcome, output } = await shownBeside(bytes, position);
        expect([position, difference < 1, ink > 0.03]).toEqual([position, true, true]);
        expect(outcome.notes).toEqual([]);
        expect(readFileSync(output).includes("Lens & Sons")).toBe(true);
      }
    });
  }
}

test("a photo taken with the camera held sideways keeps every whole block, even if its sides end within a block", async () => {
  const bytes = await gradient(421, 347)
    .jpeg({ optimiseCoding: false })
    .withMetadata({ orientation: 3 })
    .toBuffer();
  const { output, metadata } = await stampJpegBytes(bytes, "vertical-right");
  expect(metadata.orientation).toBe(3);
  const before = readCoefficients(bytes);
  const after = readCoefficients(readFileSync(output));
  for (const [index, plane] of before.planes.entries()) {
    const stamped = after.planes[index];
    const size = index === 0 ? 8 : 16;
    const columns = Math.floor(421 / size);
    const first = (metadata.width - 421) / size;
    const firstRow = (metadata.height - 347) / size;
    for (let row = 0; row < Math.floor(347 / size); row++) {
      const from = row * plane.blocksWide * 64;
      const to = ((firstRow + row) * (stamped?.blocksWide ?? 0) + first) * 64;
      expect(stamped?.coefficients.subarray(to, to + columns * 64)).toEqual(
        plane.coefficients.subarray(from, from + columns * 64),
      );
    }
  }
});

const reencodedNote =
  "This JPEG could not be used as it is, so its picture was encoded again at high quality; colors may differ slightly from the original's.";

/** The photo with an ambiguous segment appended after its picture. */
const unusual = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, -2), Buffer.from([0xff, 0xe9, 0, 4, 1, 2]), bytes.subarray(-2)]);

test("a re-encoded photo has a note and keeps camera, date, resolution and profile", async () => {
  for (const orientation of [1, 6]) {
    const bytes = unusual(
      await gradient(320, 240)
        .withIccProfile("p3")
        .withExif({
          IFD0: { Make: "Lens & Sons", Model: "Twenty" },
          IFD2: { DateTimeOriginal: "2026:11:20 10:11:12" },
          IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1", GPSAreaInformation: "Secret Garden" },
        })
        .withMetadata({ orientation, density: 300 })
        .jpeg()
        .toBuffer(),
    );
    const { difference, outcome, metadata, output } = await shownBeside(bytes, "bottom-right");
    expect(outcome.notes).toMatchObject([{ text: reencodedNote }, pictureNotes.locationLeftOut]);
    expect(difference).toBeLessThan(2);
    expect([metadata.density, metadata.orientation ?? 1]).toEqual([300, 1]);
    expect(metadata.icc).toEqual((await sharp(bytes).metadata()).icc);
    const stamped = readFileSync(output);
    for (const detail of ["Lens & Sons", "Twenty", "2026:11:20 10:11:12"])
      expect(stamped.includes(detail)).toBe(true);
    expect(stamped.includes("Secret Garden")).toBe(false);
  }
});

test("a photo that is not re-encoded keeps camera, date and resolution, without a note", async () => {
  const photo = gradient(333, 251)
    .withExif({ IFD0: { Make: "Lens & Sons" }, IFD2: { DateTimeOriginal: "2026:11:20 10:11:12" } })
    .withMetadata({ density: 240 });
  for (const progressive of [false, true]) {
    const { outcome, metadata, output } = await stampJpegBytes(
      await photo.clone().jpeg({ progressive }).toBuffer(),
    );
    expect(outcome.notes).toEqual([]);
    expect(metadata.density).toBe(240);
    const stamped = readFileSync(output);
    expect(stamped.includes("Lens & Sons") && stamped.includes("2026:11:20 10:11:12")).toBe(true);
  }
});

test("a progressive photo, a gray one and one of many scans keep their pixels", async () => {
  const color = gradient(333, 257);
  const inputs = [
    await color.clone().jpeg({ progressive: true }).toBuffer(),
    await color.clone().greyscale().jpeg().toBuffer(),
    await color.clone().jpeg({ mozjpeg: true }).toBuffer(),
  ];
  for (const bytes of inputs) {
    const { output, metadata } = await stampJpegBytes(bytes, "bottom-right");
    expect(metadata.channels).toBe((await sharp(bytes).metadata()).channels);
    const area = { left: 0, top: 0, width: 320, height: 240 };
    expect(largestDifference(await readSamples(output, area), await readSamples(bytes, area))).toBeLessThan(
      6,
    );
  }
});

test("a CMYK photo becomes an RGB one with the colors of its profile, and a note says so", async () => {
  const bytes = await gradient(320, 240).toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
  const { output, outcome, metadata } = await stampJpegBytes(bytes, "bottom-left");
  expect(outcome.notes).toEqual([pictureNotes.cmykConverted]);
  expect([metadata.space, metadata.channels, metadata.icc]).toEqual(["srgb", 3, undefined]);
  const area = { left: 0, top: 0, width: 320, height: 240 };
  const shown = await sharp(bytes).toColourspace("srgb").raw().toBuffer();
  expect(meanDifference(await readSamples(output, area), [...shown])).toBeLessThan(3);
});

test("no color space but sRGB is stated outside of the profile", async () => {
  for (const [value, isKept] of [
    ["1", true],
    ["2", false],
    ["65535", false],
  ] as const) {
    const bytes = await gradient(64, 48)
      .withExif({ IFD2: { ColorSpace: value } })
      .jpeg()
      .toBuffer();
    const { metadata } = await stampJpegBytes(bytes);
    const hasTag = ["a001", "01a0"].some((tag) => metadata.exif?.includes(Buffer.from(tag, "hex")));
    expect([value, hasTag]).toEqual([value, isKept]);
  }
});

test("a photo with a brighter version for HDR screens has a note that it was left out", async () => {
  const name = Buffer.from("urn:iso:std:iso:ts:21496:-1\0\0\0\0\0", "latin1");
  const photo = await gradient(64, 48).jpeg().toBuffer();
  const head = Buffer.from([0xff, 0xe2, 0, name.length + 2]);
  const bytes = Buffer.concat([photo.subarray(0, 2), head, name, photo.subarray(2), photo]);
  const { output, outcome } = await stampJpegBytes(bytes);
  expect(outcome.notes).toEqual([pictureNotes.hdrLeftOut]);
  expect(readFileSync(output).includes("21496")).toBe(false);
});

test("only the picture itself is kept: no thumbnails and no second picture", async () => {
  const photo = await gradient(64, 48).jpeg().toBuffer();
  const other = await gradient(16, 16).negate().jpeg().toBuffer();
  const thumbnail = Buffer.concat([Buffer.from("JFXX\0\x10", "latin1"), other]);
  const head = Buffer.from([0xff, 0xe0, (thumbnail.length + 2) >> 8, (thumbnail.length + 2) & 255]);
  const bytes = Buffer.concat([photo.subarray(0, 2), head, thumbnail, photo.subarray(2), other]);
  const stamped = readFileSync((await stampJpegBytes(bytes)).output);
  expect(stamped.includes("JFXX")).toBe(false);
  expect(stamped.indexOf(Buffer.from([0xff, 0xd8, 0xff]), 1)).toBe(-1);
});

test("camera details and the color profile are kept; location, maker notes, XMP and comments are not [threat F14]", async () => {
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

/** The photo with the frame marker of another kind; what follows does not matter. */
function asKind(bytes: Buffer, change: (frame: Buffer) => void): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  change(changed.subarray(at));
  return changed;
}

const kinds: Record<string, (frame: Buffer) => void> = {
  "lossless JPEG": (frame) => frame.writeUInt8(0xc3, 1),
  "JPEG with 12 bits per color": (frame) => frame.writeUInt8(12, 4),
  "hierarchical JPEG": (frame) => frame.writeUInt8(0xc5, 1),
  "JPEG-LS file": (frame) => frame.writeUInt8(0xf7, 1),
  "unusual number of colors": (frame) => frame.writeUInt8(2, 9),
  "colors at unusual resolutions": (frame) => {
    frame.writeUInt8(0x31, 11);
    frame.writeUInt8(0x21, 14);
  },
  "stores its height only after": (frame) => frame.writeUInt16BE(0, 5),
};

for (const [name, change] of Object.entries(kinds)) {
  test(`a valid picture with this text is never called damaged: ${name}`, async () => {
    const bytes = asKind(await gradient(64, 48).jpeg().toBuffer(), change);
    await expect(stampJpegBytes(bytes)).rejects.toThrow(name);
    const readAt = async (at: number, length: number) => bytes.subarray(at, at + length);
    await expect(isPicture("image/jpeg", readAt)).rejects.toThrow(name);
  });
}

test("a JPEG 2000 file named .jpg is reported as JPEG 2000", async () => {
  for (const head of ["0000000c6a5020200d0a870a", "ff4fff51002f000000000010"]) {
    const bytes = Buffer.from(head, "hex");
    const readAt = async (at: number, length: number) => bytes.subarray(at, at + length);
    await expect(isPicture("image/jpeg", readAt)).rejects.toThrow("JPEG 2000 file");
  }
});

test("a JPEG that is cut off or overwritten is refused with a message, and nothing is left", async () => {
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
