import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFiles } from "./find-files.ts";

const folder = mkdtempSync(join(tmpdir(), "attestamp-find-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("in a folder, pictures without an extension are found, and other files without one are not", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");
  for (const [name, bytes] of [
    ["download", png],
    ["photo.jfif", Buffer.from("ffd8ffe0", "hex")],
    ["setup.exe", png],
    ["README", Buffer.from("read me first")],
    ["empty", Buffer.alloc(0)],
  ] as const)
    writeFileSync(join(folder, name), bytes);
  const found = findFiles([folder], undefined, false);
  expect(found.files.map(({ name }) => name)).toEqual(["download", "photo.jfif"]);
});
