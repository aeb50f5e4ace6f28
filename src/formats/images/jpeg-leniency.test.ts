import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { drawPagePicture } from "./page-picture.ts";
import { stampImageFile } from "./stamp-image-file.ts";
import { gradient, largestDifference, pathsForTests, readSamples, stampAt } from "./test-pictures.ts";

const freshPath = pathsForTests();

async function stamped(bytes: Buffer) {
  const [input, output] = [freshPath("jpg"), freshPath("jpg")];
  writeFileSync(input, bytes);
  const { notes } = await stampImageFile({
    input,
    output,
    fileType: "image/jpeg",
    stamp: stampAt("bottom-left"),
  });
  return { output, notes };
}

/** Without the segments that define Huffman tables, as in a frame of Motion JPEG. */
function withoutTables(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; ; ) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (bytes[at + 1] === 0xda) return Buffer.concat([...parts, bytes.subarray(at)]);
    if (bytes[at + 1] !== 0xc4) parts.push(bytes.subarray(at, end));
    at = end;
  }
}

for (const kind of ["color", "gray"] as const) {
  test(`a ${kind} frame of Motion JPEG, without Huffman tables, is stamped and keeps its pixels`, async () => {
    const picture = gradient(320, 240);
    const toned = kind === "gray" ? picture.toColourspace("b-w") : picture;
    const whole = await toned
      .jpeg({ quality: 90, chromaSubsampling: "4:4:4", optimiseCoding: false })
      .toBuffer();
    const frame = withoutTables(whole);
    expect(frame.length).toBeLessThan(whole.length - (kind === "gray" ? 180 : 400));
    const { output, notes } = await stamped(frame);
    expect(notes).toEqual([]);
    const { width, height } = await sharp(frame).metadata();
    const kept = await readSamples(output, { left: 0, top: 0, width, height: height - 16 });
    const before = await readSamples(frame, { left: 0, top: 0, width, height: height - 16 });
    expect(largestDifference(kept, before)).toBe(0);
  });
}

test("a JPEG with a version of JFIF that does not exist is stamped, and its stamped copy has an ordinary one", async () => {
  const bytes = await gradient(320, 240).jpeg().toBuffer();
  for (const version of [
    [0, 0],
    [2, 1],
    [255, 255],
  ]) {
    const jfif = Buffer.from([
      0xff,
      0xe0,
      0,
      16,
      ...Buffer.from("JFIF\0"),
      ...version,
      1,
      0,
      72,
      0,
      72,
      0,
      0,
    ]);
    const original = Buffer.concat([bytes.subarray(0, 2), jfif, bytes.subarray(2)]);
    const { output, notes } = await stamped(original);
    expect(notes).toEqual([]);
    const written = readFileSync(output);
    const at = written.indexOf("JFIF\0") + 5;
    expect([...written.subarray(at, at + 2)]).toEqual([1, 2]);
    // The strictest setting of the decoder, which refuses what it only warns of otherwise.
    await sharp(output, { failOn: "warning" }).raw().toBuffer();
    const [input, small] = [freshPath("jpg"), freshPath("webp")];
    writeFileSync(input, original);
    await drawPagePicture({ input, output: small, fileType: "image/jpeg", pixels: 64 });
    expect((await sharp(small).metadata()).width).toBe(64);
  }
});
