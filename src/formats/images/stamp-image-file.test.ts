import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inFolder, runTool } from "../pdf/test-tools.ts";
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

const origin = "https://stamps.example.org";

/** A picture with the stamp below it. */
async function stampBelow(type: (typeof types)[number], [width, height]: number[], qrCode: "auto" | "off") {
  const [input, output] = [freshPath("in"), freshPath("out")];
  const format = type === "image/png" ? "png" : type === "image/jpeg" ? "jpeg" : "tiff";
  await gradient(width ?? 0, height ?? 0)
    .toFormat(format)
    .toFile(input);
  const stamp = { ...stampAt("bottom-left"), origin, qrCode };
  await stampImageFile({ input, output, fileType: type, stamp });
  return readFileSync(output);
}

for (const type of types) {
  test(`the stamp of a large picture has a code that leads to its record (${type})`, async () => {
    const stamped = await stampBelow(type, [1500, 1100], "auto");
    const read = (name: string) => `zbarimg --quiet --raw ${name} 2>/dev/null`;
    const scan = `pdftoppm -r 90 -gray -singlefile -png in.pdf out && ${read("out.png")}`;
    const code = inFolder(
      stamped,
      (folder) => runTool("sh", ["-c", type === "image/tiff" ? scan : read("in.pdf")], folder).text,
    );
    expect(code.trim()).toBe(`${origin}/verify/${stampAt("bottom-left").serialNumber}`);
  });
}

test("a picture whose strip would grow by much has a stamp without a code", async () => {
  const size = [300, 200];
  const [small, without] = [
    await stampBelow("image/png", size, "auto"),
    await stampBelow("image/png", size, "off"),
  ];
  expect(small.equals(without)).toBe(true);
});
