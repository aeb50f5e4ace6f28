import { expect, test } from "bun:test";
import { listChanges } from "./change-source.ts";

const changed = (source: string) =>
  listChanges("rule.ts", source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );

test("operators, numbers and conditions are changed one at a time", () => {
  expect(changed("if (a < 2) b();")).toEqual([
    "if (false) b();",
    "if (true) b();",
    "if (a <= 2) b();",
    "if (a < 3) b();",
    "if (a < 2) ;",
  ]);
  expect(changed("const c = !a && list.some(b);")).toEqual([
    "const c = a && list.some(b);",
    "const c = !a || list.some(b);",
    "const c = !a && list.every(b);",
  ]);
});

test("texts stay as they are, since any test would notice", () => {
  expect(changed('const c = "a" + `b`;')).toEqual([]);
});
