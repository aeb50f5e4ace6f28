import { expect, test } from "bun:test";
import { readFragment } from "./fragment.ts";

test("what ends a sentence after a link is no part of its token or statement", () => {
  for (const token of ["a_b-9", "eyJh.eyJz._-9"]) {
    for (const end of ["", ".", "...", ").", ",", "%E2%80%9D", '"', "> wrote", "%20", "\u2026"]) {
      expect([end, readFragment(`#${token}${end}`)]).toEqual([end, token]);
    }
  }
  expect([readFragment(""), readFragment("#"), readFragment("#.")]).toEqual(["", "", ""]);
});
