import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapFile } from "./map-file.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a kept file, which is read-only, can be opened by an ordinary user", () => {
  const path = join(folder, "kept");
  writeFileSync(path, "%PDF-1.7");
  chmodSync(path, 0o444);
  expect(mapFile(path).toString()).toBe("%PDF-1.7");
});

test("a missing file is an error", () => {
  expect(() => mapFile(join(folder, "none"))).toThrow();
});
