import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { AppError, say } from "../../errors.ts";
import { stampFile } from "../stamp-file.ts";
import { maxTiffPages, pictureMessages } from "./picture-limits.ts";
import { chunkBytes } from "./png-chunks.ts";
import { gradient, pathsForTests, stampAt } from "./test-pictures.ts";
import { joinTiffs } from "./test-tiffs.ts";

setDefaultTimeout(600_000);
const freshPath = pathsForTests();
const megabyte = 1024 * 1024;

/** The outcome of stamping, or the message of its error. */
async function ended(fileType: "image/png" | "image/tiff", bytes: Buffer): Promise<string> {
  const [input, output] = [freshPath("in"), freshPath("out")];
  writeFileSync(input, bytes);
  const job = { input, output, fileType, sha256: "0".repeat(64), stamp: stampAt("top-left") };
  return stampFile(job).then(
    () => "stamped",
    (error: unknown) => (error instanceof AppError ? error.message : `not a sentence: ${error}`),
  );
}

test("a PNG with 256 MB hidden in its texts or profile is stamped or refused without unpacking them [threat F9]", async () => {
  const bomb = deflateSync(Buffer.alloc(256 * megabyte), { level: 1 });
  const text = (head: string) => Buffer.concat([Buffer.from(head, "latin1"), bomb]);
  const hidden = [
    { type: "zTXt", data: text("Comment\0\0") },
    { type: "iTXt", data: text("XML:com.adobe.xmp\0\u0001\0\0\0") },
    { type: "iCCP", data: text("profile\0\0") },
  ];
  await ended("image/png", await gradient(64, 64).png().toBuffer());
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  for (const progressive of [false, true]) {
    const plain = await gradient(64, 64).png({ progressive }).toBuffer();
    for (const chunk of hidden) {
      const bytes = Buffer.concat([plain.subarray(0, 33), chunkBytes(chunk), plain.subarray(33)]);
      expect(["stamped", pictureMessages.damaged.text]).toContain(await ended("image/png", bytes));
      expect([chunk.type, process.memoryUsage().rss - before < 200 * megabyte]).toEqual([chunk.type, true]);
    }
  }
});

test("a TIFF of 200 pages is stamped; one of 201 is refused with that number [threat F10]", async () => {
  const page = await gradient(8, 8).tiff({ compression: "none" }).toBuffer();
  const pages = (count: number) => joinTiffs(Array<Buffer>(count).fill(page));
  expect(await ended("image/tiff", pages(maxTiffPages))).toBe("stamped");
  expect(await ended("image/tiff", pages(maxTiffPages + 1))).toBe(say(pictureMessages.tooManyPages).message);
});
