import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { BitWriter } from "./jpeg-bit-writer.ts";
import { decodeJpeg } from "./jpeg-decode.ts";
import { writeBlock } from "./jpeg-encode.ts";
import { parseJpeg } from "./jpeg-file.ts";
import type { JpegFrame } from "./jpeg-frame.ts";
import { writeHeaders } from "./jpeg-headers.ts";
import { buildCodes } from "./jpeg-huffman.ts";
import { stampImageFile } from "./stamp-image-file.ts";
import { gradient, pathsForTests, stampAt } from "./test-pictures.ts";

const freshPath = pathsForTests();

async function stamped(bytes: Buffer, position = stampAt("vertical-right").position): Promise<Buffer> {
  const input = freshPath("jpg");
  const output = freshPath("jpg");
  writeFileSync(input, bytes);
  await stampImageFile({ input, output, fileType: "image/jpeg", stamp: stampAt(position) });
  return readFileSync(output);
}

/** The picture's whole blocks, and those at the same place in the stamped copy. */
function readBlocks(before: JpegFrame, after: JpegFrame, top: number) {
  return before.planes.flatMap((plane, index) => {
    const copy = after.planes[index];
    const scale = 8 / (plane.v / (before.planes[0]?.v ?? 1));
    const rows = Math.floor(before.height / scale);
    const columns = Math.floor(before.width / scale);
    return Array.from({ length: rows }, (_, row) => {
      const from = row * plane.blocksWide * 64;
      const to = (row + top / scale) * (copy?.blocksWide ?? 0) * 64;
      return {
        old: plane.coefficients.subarray(from, from + columns * 64),
        new: copy?.coefficients.subarray(to, to + columns * 64),
      };
    });
  });
}

async function expectSameBlocks(bytes: Buffer, position: Parameters<typeof stamped>[1]) {
  const copy = await stamped(bytes, position);
  const before = decodeJpeg(parseJpeg(bytes));
  const after = decodeJpeg(parseJpeg(copy));
  const top = position?.startsWith("top") ? after.height - before.height : 0;
  for (const row of readBlocks(before, after, top)) expect(row.new).toEqual(row.old);
  expect((await sharp(copy, { failOn: "warning" }).stats()).channels.length).toBe(before.planes.length);
  return { before, after, copy };
}

for (const optimiseCoding of [false, true]) {
  const codes = optimiseCoding ? "codes of its own" : "the usual codes";
  for (const position of ["vertical-right", "top-left", "bottom-right"] as const) {
    test(`a photo with ${codes} whose sides end within a block keeps every whole block, ${position}`, async () => {
      for (const chromaSubsampling of ["4:2:0", "4:4:4"]) {
        const bytes = await gradient(333, 251).jpeg({ optimiseCoding, chromaSubsampling }).toBuffer();
        await expectSameBlocks(bytes, position);
      }
    });
  }

  test(`a gray photo with ${codes} keeps every whole block`, async () => {
    await expectSameBlocks(
      await gradient(333, 251).greyscale().jpeg({ optimiseCoding }).toBuffer(),
      "top-right",
    );
  });
}

test("a photo with standard codes has them in its stamped copy too, and its bits in the same order", async () => {
  const bytes = await gradient(640, 480).jpeg({ optimiseCoding: false }).toBuffer();
  const { copy } = await expectSameBlocks(bytes, "bottom-left");
  const tables = (file: Buffer) => parseJpeg(file).scans[0]?.tables.map((table) => table?.spec);
  expect(tables(copy)).toEqual(tables(bytes));
  const [picture] = parseJpeg(bytes).scans[0]?.intervals ?? [];
  const [both] = parseJpeg(copy).scans[0]?.intervals ?? [];
  const whole = (picture?.length ?? 0) - 1;
  expect(both?.subarray(0, whole)).toEqual(picture?.subarray(0, whole));
});

test("a photo with restart markers keeps every block, and its copy has no restart markers", async () => {
  const plain = await gradient(333, 251)
    .jpeg({ optimiseCoding: false, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const bytes = withRestarts(plain, 7);
  expect(parseJpeg(bytes).scans[0]?.intervals.length).toBeGreaterThan(100);
  expect((await sharp(bytes, { failOn: "warning" }).stats()).channels.length).toBe(3);
  const { copy } = await expectSameBlocks(bytes, "vertical-right");
  expect(parseJpeg(copy).scans[0]?.restartInterval).toBe(0);
});

test("a photo whose data ends early is refused, whatever its codes", async () => {
  for (const optimiseCoding of [false, true]) {
    const bytes = await gradient(333, 251).jpeg({ optimiseCoding }).toBuffer();
    const short = Buffer.concat([bytes.subarray(0, bytes.length - 400), Buffer.from([0xff, 0xd9])]);
    await expect(stamped(short)).rejects.toThrow("This picture is damaged");
  }
});

/** The same picture without subsampling, with a restart marker after every `interval` MCUs. */
function withRestarts(bytes: Buffer, interval: number): Buffer {
  const file = parseJpeg(bytes);
  const frame = decodeJpeg(file);
  const [scan] = file.scans;
  if (!scan) throw new Error("There is no scan.");
  const specs = scan.tables.map((table) => table?.spec);
  const out = new BitWriter(1 << 16);
  out.bytes([0xff, 0xd8]);
  out.segment(0xdd, [0, interval]);
  const selectors = scan.components.map(({ dc, ac }) => ({ dc, ac: ac - 4 }));
  writeHeaders(out, { ...frame, selectors, dcTables: specs.slice(0, 4), acTables: specs.slice(4) });
  const full = specs.map((spec) => spec && buildCodes(spec));
  const predictions = [0, 0, 0];
  const units = (frame.planes[0]?.blocksWide ?? 0) * (frame.planes[0]?.blocksHigh ?? 0);
  for (let unit = 0; unit < units; unit++) {
    if (unit > 0 && unit % interval === 0) {
      out.flush();
      out.bytes([0xff, 0xd0 + ((unit / interval - 1) % 8)]);
      predictions.fill(0);
    }
    for (const [index, { coefficients }] of frame.planes.entries()) {
      const component = scan.components[index];
      const dc = full[component?.dc ?? 0];
      const ac = full[component?.ac ?? 0];
      if (dc && ac)
        predictions[index] = writeBlock(out, coefficients, unit * 64, predictions[index] ?? 0, dc, ac);
    }
  }
  out.flush();
  out.bytes([0xff, 0xd9]);
  return Buffer.from(out.result());
}

test("a scan that is copied in one run needs no more memory than its bytes and the room it was given", () => {
  const scan = Uint8Array.from({ length: 3 << 20 }, (_, at) => (at * 7) % 255);
  for (const bits of [0, 3]) {
    const size = Math.ceil(1.25 * scan.length);
    const out = new BitWriter(size);
    out.copy(scan, bits, 8 * scan.length);
    out.flush();
    expect(out.result().buffer.byteLength).toBe(size);
    expect(out.result().length).toBeGreaterThanOrEqual(scan.length);
  }
});
