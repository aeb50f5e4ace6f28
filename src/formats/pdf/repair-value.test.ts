import { expect, test } from "bun:test";
import { repairValue } from "./repair-value.ts";
import { getText } from "./values.ts";

function mended(text: string, isBoundary = true): string | undefined {
  const bytes = Buffer.from(text, "latin1");
  const found = repairValue(bytes, 0, bytes.length, isBoundary);
  return found && getText(found.value).replace(/\s+/g, " ");
}

const damaged = {
  "<< /A 1 /B [1 2 /C 3 endobj": "<< /A 1 /B [ 1 2 /C 3 ] >>",
  "<< /A [1 2 >> endobj": "<< /A [ 1 2 ] >>",
  "<< /A 1 ] /B 2 >>": "<< /A 1 /B 2 >>",
  "<< /A ) /B 2 >>": "<< /A /B >>",
  "<< /A 1 2 3 /B (text) >>": "<< /A 1 /B (text) >>",
  "<< /A xyz /B 2 0 R >>": "<< /B 2 0 R >>",
  "<< /A (never closed /B 2 endobj": "<< /B 2 >>",
  "<< << /A 1 >> /B 2 >>": "<< /A 1 /B 2 >>",
  "<< [1 2] /B 2 >>": "<< /B 2 >>",
  "<< /A 1 stream": "<< /A 1 >>",
  "<< /A << /B true /C null": "<< /A << /B true /C null >> >>",
  "[ 1 0 R (a) <00> /N ": "[ 1 0 R (a) <00> /N ]",
};

for (const [text, expected] of Object.entries(damaged)) {
  test(`the readable part of ${text} is kept`, () => {
    expect(mended(text)).toBe(expected);
  });
}

test("nothing is invented for a value that is not a dictionary or array, or that has nothing left", () => {
  for (const text of ["", "5 0 R", "(text", "endobj", "<< >", "<< /A >>", "[ ) ", "stream"]) {
    expect(mended(text)).toBeUndefined();
  }
});

test("a page truncated by the end of the file is not treated as complete; a list of pages is read as far as possible", () => {
  expect(mended("<< /Type /Page /MediaBox [0 0 5", false)).toBeUndefined();
  expect(mended("<< /Type /Page /MediaBox [0 0 5", true)).toBe("<< /Type /Page /MediaBox [ 0 0 5 ] >>");
  expect(mended("<< /Type /Pages /Kids [3 0 R 4", false)).toBe("<< /Type /Pages /Kids [ 3 0 R 4 ] >>");
});

test("the repair gives up on endless nesting", () => {
  expect(mended("<< /A ".repeat(100_000))).toBeUndefined();
});
