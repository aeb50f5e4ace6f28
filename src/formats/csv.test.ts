import { expect, test } from "bun:test";
import { csvLine } from "./csv.ts";

test("commas, quotes and line breaks stay in their cell", () => {
  expect(csvLine(["Doe, Jane", 'the "old" lease', "two\nlines", "", "plain"])).toBe(
    '"Doe, Jane","the ""old"" lease","two\nlines",,plain\r\n',
  );
});

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  " =1+1",
  "＝1",
  '=HYPERLINK("//evil.example")',
])("a spreadsheet does not run %j", (text) => {
  const [line] = csvLine([text]).match(/^"?'/) ?? [];
  expect(line).toBeDefined();
});

test.each(["x;=1+1", "x; =1+1", "x\t@SUM(A1)", "x\n-1"])(
  "nor a part of %j, where semicolons or lines begin cells",
  (text) => {
    expect(csvLine([text])).toMatch(/[;\t\n] ?'[=@-]/);
  },
);

test("an ordinary name stays as it is", () => {
  expect(csvLine(["Jane O'Neil", "a-b", "a=b", "jane@example.org"])).toBe(
    "Jane O'Neil,a-b,a=b,jane@example.org\r\n",
  );
});
