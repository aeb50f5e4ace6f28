import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConversionFailed } from "./office.ts";
import { largestPdfBytes, savePdf } from "./save-pdf.ts";

const folder = mkdtempSync(join(tmpdir(), "save-pdf-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const whole = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n29\n%%EOF\n";

async function* inPieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < text.length; start += size) yield Buffer.from(text.slice(start, start + size));
}

test("a complete PDF is saved unchanged [threat G3]", async () => {
  const output = join(folder, "whole.pdf");
  await savePdf(inPieces(whole), output);
  expect(readFileSync(output, "latin1")).toBe(whole);
});

test.each([
  ["nothing", ""],
  ["a PDF that was cut off", whole.slice(0, -12)],
  ["something else", "<html></html>\nstartxref\n0\n%%EOF"],
])("%s is refused and leaves nothing behind", async (name, text) => {
  const output = join(folder, `${name}.pdf`);
  await expect(savePdf(inPieces(text), output)).rejects.toThrow(ConversionFailed);
  expect(existsSync(output)).toBe(false);
});

test("a PDF beyond the limit is refused while it arrives [threat G2]", async () => {
  const output = join(folder, "large.pdf");
  const megabyte = new Uint8Array(1024 * 1024);
  let sent = 0;
  async function* endless() {
    for (; sent < 2 * largestPdfBytes; sent += megabyte.length) yield megabyte;
  }
  await expect(savePdf(endless(), output)).rejects.toThrow("As a PDF, this document would be too large");
  expect(sent).toBeLessThanOrEqual(largestPdfBytes);
  expect(existsSync(output)).toBe(false);
});

test("an existing file is never overwritten", async () => {
  const output = join(folder, "taken.pdf");
  writeFileSync(output, "mine");
  await expect(savePdf(inPieces(whole), output)).rejects.toThrow("EEXIST");
  expect(readFileSync(output, "utf8")).toBe("mine");
});
