import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import encodeQr from "qr";
import sharp from "sharp";
import { drawQrCode, qrCode, quietModules } from "./qr-code.ts";

const statement = (length: number) =>
  `https://attestamp.example/verify/#${"aZ9-_.".repeat(200)}`.slice(0, length);

/** Renders the rectangles as a page would show them, `pixels` per unit. */
function paint(operators: string, width: number, pixels: number) {
  const side = Math.round(width * pixels);
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const dark = operators.slice(operators.indexOf("\n0 g"));
  const matrix = /^q ([\d.]+) 0 0 [\d.]+ ([\d.]+) ([\d.]+) cm/.exec(operators) ?? [];
  const [step = 0, left0 = 0, bottom0 = 0] = matrix.slice(1).map(Number);
  for (const [, x, y, w, h] of dark.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re/g)) {
    const [left, right] = [Number(x), Number(x) + Number(w)].map((module) => left0 + module * step) as [
      number,
      number,
    ];
    const [bottom, top] = [Number(y), Number(y) + Number(h)].map((module) => bottom0 + module * step) as [
      number,
      number,
    ];
    for (let row = Math.round(bottom * pixels); row < Math.round(top * pixels); row++) {
      for (let column = Math.round(left * pixels); column < Math.round(right * pixels); column++) {
        data.fill(0, ((side - 1 - row) * side + column) * 4, ((side - 1 - row) * side + column) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

/** The text that an independent program reads from a picture; its Debian package is zbar-tools. */
async function scan({ data, width, height }: ReturnType<typeof paint>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "qr-code-"));
  try {
    const file = join(folder, "code.png");
    await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png()
      .toFile(file);
    const tool = Bun.which("zbarimg");
    if (!tool) throw new Error("This test needs zbarimg: install the Debian package zbar-tools.");
    const child = Bun.spawn([tool, "--quiet", "--raw", file], { stdout: "pipe", stderr: "ignore" });
    return (await new Response(child.stdout).text()).trimEnd();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("another encoder makes the same code of a text, module by module", () => {
  for (const length of [60, 600, 1_160]) {
    const text = statement(length);
    const other = encodeQr(text, "raw", { ecc: "low", encoding: "byte", mask: 3, border: 1 });
    const inside = other.slice(1, -1).map((row) => row.slice(1, -1).map(Number));
    const { size, dark } = qrCode(text);
    expect([size, [...dark]]).toEqual([inside.length, inside.flat()]);
  }
});

test("digits and capital letters at the end of an address make its code smaller", async () => {
  const [address, serialNumber] = ["https://attestamp.example/verify/", "AT-7K3M9-QX2T4-HV8BW-1C5DN"];
  const code = qrCode(address, serialNumber);
  expect(code.size).toBeLessThan(qrCode(address + serialNumber).size);
  const picture = paint(drawQrCode(code, 8, 8, 64), 80, 150 / 72);
  expect(await scan(picture)).toBe(address + serialNumber);
});

test.each([60, 300, 600, 900, 1_160])(
  "a code of %d characters is read back, also drawn small",
  async (length) => {
    const text = statement(length);
    const code = qrCode(text);
    const quiet = (quietModules * 127.6) / code.size;
    const picture = paint(drawQrCode(code, quiet, quiet, 127.6), 127.6 + 2 * quiet, 150 / 72);
    expect(await scan(picture)).toBe(text);
  },
);
