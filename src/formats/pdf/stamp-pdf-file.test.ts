import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stampFile } from "../stamp-file.ts";
import { manyPages, pdfWithTable } from "./test-documents.ts";
import { defaultStamp, sha256Of } from "./test-stamping.ts";
import { findPdfErrors } from "./test-tools.ts";

const folder = mkdtempSync(join(tmpdir(), "stamp-pdf-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sound = pdfWithTable(manyPages(3));

function job(name: string, original: Uint8Array) {
  const input = join(folder, `${name}.pdf`);
  writeFileSync(input, original);
  const output = join(folder, `${name}-stamped.pdf`);
  return {
    input,
    output,
    fileType: "application/pdf" as const,
    sha256: sha256Of(original),
    stamp: defaultStamp,
  };
}

test("a PDF file is stamped into a new file and stays unchanged", async () => {
  const order = job("sound", sound);
  const outcome = await stampFile(order);
  expect(outcome).toEqual({
    contentType: "application/pdf",
    pages: 3,
    originalKept: true,
    notes: [],
    isA4: true,
  });
  const written = readFileSync(order.output);
  expect(written.subarray(0, sound.length).equals(sound)).toBe(true);
  expect(findPdfErrors(written)).toBe("");
  expect(readFileSync(order.input).equals(sound)).toBe(true);
});

test("a damaged PDF file is rewritten", async () => {
  const order = job(
    "damaged",
    Buffer.from(sound.toString("latin1").replace("startxref", "startxxxx"), "latin1"),
  );
  expect(await stampFile(order)).toMatchObject({ pages: 3, originalKept: false });
  expect(findPdfErrors(readFileSync(order.output))).toBe("");
});

test("a refusal leaves nothing behind", async () => {
  for (const [name, content] of Object.entries({ empty: "", header: "%PDF-1.7\n" })) {
    const order = job(name, Buffer.from(content));
    await expect(stampFile(order)).rejects.toThrow("This PDF is damaged or incomplete and cannot be read.");
    expect(existsSync(order.output)).toBe(false);
  }
});

test("an existing file is never overwritten", async () => {
  const order = job("taken", sound);
  writeFileSync(order.output, "precious");
  await expect(stampFile(order)).rejects.toThrow();
  expect(readFileSync(order.output, "utf8")).toBe("precious");
});
