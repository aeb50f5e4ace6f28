import { expect, test } from "bun:test";
import { mendValue } from "./mend-value.ts";
import { getText } from "./values.ts";

function mended(text: string, isBoundary = true): string | undefined {
  const bytes = Buffer.from(text, "latin1");
  const found = mendValue(bytes, 0, bytes.length, isBoundary);
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
  test(`of ${text} what can be read is kept`, () => {
    expect(mended(text)).toBe(expected);
  });
}

test("what is no dictionary or array, or has nothing left in it, is not made up", () => {
  for (const text of ["", "5 0 R", "(text", "endobj", "<< >", "<< /A >>", "[ ) ", "stream"]) {
    expect(mended(text)).toBeUndefined();
  }
});

test("a page that the file breaks off in is not taken for whole, a list of pages is read as far as it goes", () => {
  expect(mended("<< /Type /Page /MediaBox [0 0 5", false)).toBeUndefined();
  expect(mended("<< /Type /Page /MediaBox [0 0 5", true)).toBe("<< /Type /Page /MediaBox [ 0 0 5 ] >>");
  expect(mended("<< /Type /Pages /Kids [3 0 R 4", false)).toBe("<< /Type /Pages /Kids [ 3 0 R 4 ] >>");
});

test("nesting without end is given up", () => {
  expect(mended("<< /A ".repeat(100_000))).toBeUndefined();
});
