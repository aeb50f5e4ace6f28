import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSums } from "./sums.ts";
import { compare } from "./twice.ts";

const scratch = mkdtempSync(join(tmpdir(), "attestamp-compare-"));
afterAll(() => rmSync(scratch, { recursive: true }));

function makeFolder(name: string, files: Record<string, string>): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

test("two builds are compared file by file: other bytes and missing files are named", async () => {
  const one = makeFolder("one", { "a.tar.gz": "same", "b.tar.gz": "first", "c.tar.gz": "more" });
  const other = makeFolder("other", { "a.tar.gz": "same", "b.tar.gz": "second" });
  expect(await compare(one, one)).toEqual([]);
  const differences = await compare(one, other);
  expect(differences.map((line) => line.replaceAll(/[0-9a-f]{64}/g, "SUM"))).toEqual([
    "b.tar.gz: SUM and SUM",
    "c.tar.gz: SUM and missing",
  ]);
});

test("sha256sum confirms the list of sums, which does not list itself", async () => {
  const folder = makeFolder("release", { "attestamp-1.tar.gz": "program", "attestamp-1.cdx.json": "{}" });
  await writeSums(folder);
  await writeSums(folder);
  const confirmed = await Bun.$`sha256sum --check --strict SHA256SUMS`.cwd(folder).text();
  expect(confirmed).toBe("attestamp-1.cdx.json: OK\nattestamp-1.tar.gz: OK\n");
});
