import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../server/settings.ts";
import { writeExample, writePage } from "./settings-in-docs.ts";

const read = (path: string) => readFileSync(join(import.meta.dir, "../..", path), "utf8");

test(".env.example and docs/settings.md say of every setting what the program says", () => {
  expect(read(".env.example")).toBe(writeExample());
  const page = read("docs/settings.md");
  expect(page).toBe(writePage(page));
});

test("every setting says what it means, in sentences", () => {
  const unexplained = settings.filter(({ about }) => !/^[A-Z`2].*[.`]$/.test(about));
  expect(unexplained).toEqual([]);
});
