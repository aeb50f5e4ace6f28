import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import type { ConvertedPictureType } from "../file-types.ts";
import { readXmpRights, writeXmpRights } from "./rights.ts";
import { stampImageFile } from "./stamp-image-file.ts";
import { makePlainBitmap } from "./test-bitmaps.ts";
import { gradient, meanDifference, pathsForTests, readSamples, stampAt } from "./test-pictures.ts";

const pathFor = pathsForTests();
const stamp = stampAt("bottom-left");

async function stampBytes(bytes: Buffer, fileType: ConvertedPictureType) {
  const [input, output] = [pathFor("in"), pathFor("out")];
  writeFileSync(input, bytes);
  const { notes, contentType } = await stampImageFile({ input, output, stamp, fileType });
  return { output, contentType, codes: notes.map(({ code }) => code), notes };
}

const refusal = (bytes: Buffer, fileType: ConvertedPictureType) =>
  stampBytes(bytes, fileType).then(
    () => "none",
    (error: { code?: string }) => error.code ?? String(error),
  );

const makeHeic = (picture: Buffer) => encodeHeif("heic", picture);

/** A file that an independent encoder wrote. */
async function encodeHeif(extension: string, picture: Buffer, ...options: string[]): Promise<Buffer> {
  const [source, target] = [pathFor("png"), pathFor(extension)];
  writeFileSync(source, picture);
  await Bun.$`heif-enc -q 95 ${options} ${source} -o ${target}`.quiet();
  return readFileSync(target);
}

const size = { width: 320, height: 200 };
const plain = () => gradient(size.width, size.height);
const area = { left: 0, top: 0, ...size };
const expectAlike = async (path: string, tolerance: number) =>
  expect(
    meanDifference(await readSamples(path, area), await readSamples(await plain().png().toBuffer())),
  ).toBeLessThan(tolerance);

test("a photo that lost details becomes a JPEG, one that lost none a PNG, and both look the same as before", async () => {
  const heic = await stampBytes(await makeHeic(await plain().png().toBuffer()), "image/heic");
  expect([heic.contentType, heic.notes]).toMatchObject([
    "image/jpeg",
    [{ code: "note-picture-converted", params: { from: "HEIC", to: "JPEG" } }],
  ]);
  const lossy = await stampBytes(await plain().webp({ quality: 95 }).toBuffer(), "image/webp");
  const avif = await stampBytes(await plain().avif({ quality: 90 }).toBuffer(), "image/avif");
  for (const { output, contentType } of [heic, lossy, avif]) {
    expect(contentType).toBe("image/jpeg");
    await expectAlike(output, 4);
  }
  const lossless = await stampBytes(await plain().webp({ lossless: true }).toBuffer(), "image/webp");
  const bitmap = await stampBytes(
    makePlainBitmap(await plain().raw().toBuffer(), size.width, size.height),
    "image/bmp",
  );
  for (const { output, contentType } of [lossless, bitmap]) {
    expect(contentType).toBe("image/png");
    await expectAlike(output, 0.001);
  }
});

test("colors stay what they are when the file describes others than sRGB, as phones do", async () => {
  const p3 = await plain().withIccProfile("p3").png().toBuffer();
  const files: [Buffer, ConvertedPictureType][] = [
    [await makeHeic(p3), "image/heic"],
    [await sharp(p3).keepIccProfile().avif({ quality: 90 }).toBuffer(), "image/avif"],
    [await sharp(p3).keepIccProfile().webp({ lossless: true }).toBuffer(), "image/webp"],
  ];
  for (const [bytes, type] of files) {
    const { output } = await stampBytes(bytes, type);
    expect((await sharp(output).metadata()).icc).toBeUndefined();
    await expectAlike(output, 4);
  }
});

test("a picture for bright screens is shown with the brightness of paper, and a note says so", async () => {
  // White paper, 203 candelas per square meter, is the sample 0.58 of the PQ curve.
  const paper = Buffer.alloc(64 * 64 * 3, Math.round(0.5807 * 255));
  const png = await sharp(paper, { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer();
  const avif = await encodeHeif("avif", png, "-A");
  // The primaries of BT.2020 and the PQ curve, in the box that describes the colors.
  Buffer.from([0, 9, 0, 16]).copy(avif, avif.indexOf("nclx") + 4);
  const { output, codes } = await stampBytes(avif, "image/avif");
  expect(codes).toContain("note-picture-hdr-converted");
  const [red = 0, green = 0, blue = 0] = await readSamples(output, {
    left: 20,
    top: 20,
    width: 1,
    height: 1,
  });
  for (const value of [red, green, blue]) expect(value).toBeWithin(225, 256);
});

test("a photo is upright, keeps its photographer's rights, and does not say where it was taken [threat F14]", async () => {
  const xmp = writeXmpRights({ rights: ["© Jane Doe"], creator: ["Jane Doe"] }) ?? "";
  const photo = () =>
    plain()
      .withExif({ IFD0: { Copyright: "Jane Doe", Orientation: "6" }, IFD3: { GPSLatitude: "1/1 2/1 3/1" } })
      .withXmp(xmp);
  for (const type of ["webp", "avif"] as const) {
    const bytes = await photo()[type]({ quality: 90 }).toBuffer();
    const { output, codes } = await stampBytes(bytes, `image/${type}`);
    const kept = await sharp(output).metadata();
    expect(codes).toContain("note-picture-location-left-out");
    expect(readXmpRights(kept.xmp ?? Buffer.alloc(0))).toEqual({
      rights: ["© Jane Doe"],
      creator: ["Jane Doe"],
    });
    expect(kept.exif?.includes("Jane Doe")).toBe(true);
    expect([kept.orientation ?? 1, kept.exif?.includes(Buffer.from([0x88, 0x25]))]).toEqual([1, false]);
  }
  const turned = await plain().withMetadata({ orientation: 6 }).webp({ lossless: true }).toBuffer();
  const { output } = await stampBytes(turned, "image/webp");
  const corner = await readSamples(output, { left: size.height - 5, top: 2, width: 1, height: 1 });
  expect(corner).toEqual([220, 30, 30]);
});

test("of an animation, the first frame is shown, and a note says so", async () => {
  const frames = Buffer.concat([200, 20].map((shade) => Buffer.alloc(40 * 40 * 3, shade)));
  const film = () => sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } });
  const files: [Buffer, ConvertedPictureType][] = [
    [
      await film()
        .gif({ delay: [100, 100] })
        .toBuffer(),
      "image/gif",
    ],
    [
      await film()
        .webp({ delay: [100, 100], lossless: true })
        .toBuffer(),
      "image/webp",
    ],
  ];
  for (const [bytes, type] of files) {
    const { output, codes, contentType } = await stampBytes(bytes, type);
    expect([contentType, codes]).toEqual([
      "image/png",
      ["note-picture-converted", "note-animation-left-out"],
    ]);
    expect(await readSamples(output, { left: 5, top: 5, width: 1, height: 1 })).toEqual([200, 200, 200]);
  }
});

test("transparent parts get a background like those of a PNG [threat F18]", async () => {
  const clear = sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } });
  const { contentType, codes } = await stampBytes(await clear.webp().toBuffer(), "image/webp");
  expect([contentType, codes]).toEqual(["image/png", ["note-picture-converted", "note-picture-on-white"]]);
});

test("damaged files and giants are refused with a message [threat F9] [threat G6]", async () => {
  const heic = await makeHeic(await plain().png().toBuffer());
  const giant = Buffer.from(heic);
  // The size of the picture is in a box of its own.
  const sizes = [...giant.toString("latin1").matchAll(/ispe/g)].map(({ index }) => index);
  expect(sizes.length).toBeGreaterThan(0);
  for (const at of sizes) giant.writeUInt32BE(29_000, at + 8);
  for (const at of sizes) giant.writeUInt32BE(29_000, at + 12);
  expect(await refusal(giant, "image/heic")).toBe("picture-too-large");
  const webp = await plain().webp().toBuffer();
  const avif = await plain().avif().toBuffer();
  const gif = await plain().gif().toBuffer();
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
  for (const [bytes, type] of [
    [cut(heic), "image/heic"],
    [heic.subarray(0, 40), "image/heic"],
    [cut(webp), "image/webp"],
    [cut(avif), "image/avif"],
    [cut(gif), "image/gif"],
  ] as [Buffer, ConvertedPictureType][])
    expect([type, await refusal(bytes, type)]).toEqual([type, "picture-damaged"]);
  const large = Buffer.alloc(16_000 * 7_000);
  const picture = sharp(large, { raw: { width: 16_000, height: 7_000, channels: 1 } });
  expect(await refusal(await picture.webp({ lossless: true, effort: 0 }).toBuffer(), "image/webp")).toBe(
    "picture-too-large",
  );
});

test("a HEIC with wrong bytes is refused with a message or stamped, and the next one is stamped [threat G9]", async () => {
  const heic = await makeHeic(await gradient(64, 48).png().toBuffer());
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const changed = Buffer.from(heic);
    for (let change = 0; change <= round % 4; change++)
      changed[(round * 41 + change * 97) % changed.length] = [0, 0xff, 0x7f, 0x80][change] ?? 1;
    outcomes.add(await refusal(changed, "image/heic"));
  }
  expect([...outcomes].filter((code) => !/^(?:none|picture-|heif-)/.test(code))).toEqual([]);
  expect(await refusal(heic, "image/heic")).toBe("none");
});
