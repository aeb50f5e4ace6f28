import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { stampImageFile } from "./stamp-image-file.ts";
import {
  gradient,
  inkShare,
  largestDifference,
  pathsForTests,
  readSamples,
  stampAt,
} from "./test-pictures.ts";

const freshPath = pathsForTests();
const size = { width: 160, height: 96 };

async function stamped(bytes: Buffer): Promise<string> {
  const input = freshPath("jpg");
  const output = freshPath("jpg");
  writeFileSync(input, bytes);
  await stampImageFile({ input, output, fileType: "image/jpeg", stamp: stampAt("bottom-left") });
  return output;
}

const photo = () =>
  gradient(size.width, size.height)
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4", optimiseCoding: false })
    .toBuffer();

const otherPhoto = () =>
  sharp({ create: { ...size, channels: 3, background: "#c00000" } })
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4", optimiseCoding: false })
    .toBuffer();

const segment = (marker: number, content: number[] | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]),
    Buffer.from(content),
  ]);

/** The start of the segment with this marker, and the end of the coded data. */
const findMarker = (bytes: Buffer, marker: number) => bytes.indexOf(Buffer.from([0xff, marker]));
const getScan = (bytes: Buffer) => bytes.subarray(findMarker(bytes, 0xda), bytes.length - 2);
const put = (bytes: Buffer, at: number, ...inserted: Uint8Array[]) =>
  Buffer.concat([bytes.subarray(0, at), ...inserted, bytes.subarray(at)]);
const beforeEnd = (bytes: Buffer, ...inserted: Uint8Array[]) => put(bytes, bytes.length - 2, ...inserted);
const withoutJfif = (bytes: Buffer) =>
  bytes[3] === 0xe0
    ? Buffer.concat([bytes.subarray(0, 2), bytes.subarray(4 + bytes.readUInt16BE(4))])
    : bytes;
const adobe = (transform: number) => segment(0xee, [...Buffer.from("Adobe"), 0, 100, 0, 0, 0, 0, transform]);

/** A marker without a length, followed by another complete picture that a careless reader mistakes for its content. */
function hiding(marker: number, shown: Buffer, hidden: Buffer): Buffer {
  const inside = Buffer.concat([hidden.subarray(2), Buffer.alloc(65_535)]).subarray(
    0,
    hidden.readUInt16BE(2),
  );
  return put(shown, 2, Buffer.from([0xff, marker]), inside);
}

const exifTurned = Buffer.concat([
  Buffer.from("Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0", "latin1"),
]);

const tricks: Record<string, () => Promise<Buffer>> = {
  "a quantization table behind the data": async () =>
    beforeEnd(await photo(), segment(0xdb, [0, ...new Array(64).fill(120)])),
  "a second scan with another picture": async () => beforeEnd(await photo(), getScan(await otherPhoto())),
  "another picture behind a TEM marker": async () => hiding(0x01, await otherPhoto(), await photo()),
  "another picture behind a restart marker": async () => hiding(0xd0, await otherPhoto(), await photo()),
  "a color transform behind the data": async () => beforeEnd(withoutJfif(await photo()), adobe(0)),
  "two color transforms": async () => put(withoutJfif(await photo()), 2, adobe(1), adobe(0)),
  "an orientation behind the data": async () => beforeEnd(await photo(), segment(0xe1, exifTurned)),
  "a table of codes behind the data": async () =>
    beforeEnd(await photo(), segment(0xc4, [0, 1, ...new Array(15).fill(0), 0])),
  "an unused code for the end of a block": async () => {
    const bytes = await photo();
    const ac = bytes.indexOf(Buffer.from([0x00, 0x01, 0x7d, 0x01, 0x02, 0x03, 0x00]));
    expect(ac).toBeGreaterThan(0);
    bytes[ac + 6] = 0x10;
    return bytes;
  },
};

for (const [trick, make] of Object.entries(tricks)) {
  test(`a photo with ${trick} is stamped as it is displayed, or refused`, async () => {
    const bytes = await make();
    const seen = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
    const output = await stamped(bytes).catch(refusal);
    if (output === undefined) return;
    const area = { left: 0, top: 0, ...size };
    expect(largestDifference(await readSamples(output, area), [...seen])).toBeLessThan(12);
    await sharp(output, { failOn: "warning" }).stats();
  });
}

function refusal(error: unknown): undefined {
  expect(String(error)).toContain("This picture is damaged or incomplete.");
}

test("a CMYK photo that does not state how its colors are stored gets a readable stamp", async () => {
  const bytes = await gradient(320, 240).toColourspace("cmyk").jpeg().toBuffer();
  const at = findMarker(bytes, 0xee);
  expect(at).toBeGreaterThan(0);
  const unsaid = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 2 + bytes.readUInt16BE(at + 2))]);
  const path = freshPath("png");
  const output = await stamped(unsaid);
  await sharp(output).toColourspace("srgb").removeAlpha().png().toFile(path);
  const { height = 0 } = await sharp(output).metadata();
  expect(await inkShare(path, { left: 0, top: 240, width: 320, height: height - 240 })).toBeGreaterThan(0.04);
});

test("a photo with a million Huffman tables is stamped with a small result or refused [threat F9]", async () => {
  const empty = Buffer.alloc(17 * 3_800);
  const flood = Array.from({ length: 300 }, () => segment(0xc4, empty));
  const bytes = put(await photo(), 2, ...flood);
  const output = await stamped(bytes).catch(refusal);
  if (output !== undefined) expect(readFileSync(output).length).toBeLessThan(100_000);
});

test("a photo that consists of restart markers is stamped or refused [threat F9]", async () => {
  const bytes = await photo();
  const markers = Buffer.alloc(20_000_000);
  for (let at = 0; at < markers.length; at += 2) markers.writeUInt16BE(0xffd0 + ((at / 2) % 8), at);
  await stamped(beforeEnd(bytes, markers)).catch(refusal);
});
