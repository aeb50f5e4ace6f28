import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withReadAt } from "./read-at.ts";

test("reading beyond the end of a file returns what is there, or nothing, in memory of that size", async () => {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-read-"));
  const path = join(folder, "small");
  writeFileSync(path, "0123456789");
  const read = await withReadAt(path, async (readAt, size) => [
    await readAt(4, 1_000_000),
    await readAt(size, 5),
    await readAt(size + 5, 5),
  ]);
  expect(read.map(String)).toEqual(["456789", "", ""]);
  expect(read.map(({ buffer }) => buffer.byteLength)).toEqual([6, 0, 0]);
  rmSync(folder, { recursive: true });
});
