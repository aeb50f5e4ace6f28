import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stampImageFile } from "./stamp-image-file.ts";
import { gradient, pathsForTests, stampAt } from "./test-pictures.ts";

const freshPath = pathsForTests();

const pictures = {
  "image/png": () => gradient(90, 60).png().toBuffer(),
  "image/jpeg": () => gradient(90, 60).jpeg().toBuffer(),
  "image/tiff": () => gradient(90, 60).tiff().toBuffer(),
} as const;
const types = ["image/png", "image/jpeg", "image/tiff"] as const;

async function job(fileType: (typeof types)[number]) {
  const bytes = await pictures[fileType]();
  const [input, output] = [freshPath("in"), freshPath("out")];
  writeFileSync(input, bytes);
  return { input, output, fileType, stamp: stampAt("top-left") };
}

for (const type of types) {
  test(`an existing file is never overwritten or removed (${type})`, async () => {
    const taken = await job(type);
    writeFileSync(taken.output, "precious");
    await expect(stampImageFile(taken)).rejects.toThrow("EEXIST");
    expect(readFileSync(taken.output, "utf8")).toBe("precious");
  });

  test(`a refusal leaves nothing behind (${type})`, async () => {
    const broken = await job(type);
    writeFileSync(broken.input, readFileSync(broken.input).subarray(0, 60));
    await expect(stampImageFile(broken)).rejects.toThrow("damaged");
    expect(existsSync(broken.output)).toBe(false);
  });
}

for (const type of ["image/png", "image/jpeg"] as const) {
  test(`requested space is reserved before the picture's data, and nothing else changes (${type})`, async () => {
    const [plain, reserving] = [await job(type), { ...(await job(type)), reservedBytes: 500 }];
    expect(await stampImageFile(plain)).not.toHaveProperty("placeholder");
    const { placeholder } = await stampImageFile(reserving);
    const [without, file] = [readFileSync(plain.output), readFileSync(reserving.output)];
    if (!placeholder) throw new Error("Nothing was reserved.");
    expect(file.subarray(placeholder.start, placeholder.end)).toEqual(Buffer.alloc(500));
    expect(Buffer.concat([file.subarray(0, placeholder.start), file.subarray(placeholder.end)])).toEqual(
      without,
    );
  });
}

test("a TIFF becomes a PDF without reserved space", async () => {
  expect(await stampImageFile({ ...(await job("image/tiff")), reservedBytes: 500 })).not.toHaveProperty(
    "placeholder",
  );
});
