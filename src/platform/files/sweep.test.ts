import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileKey } from "./object-store.ts";
import { FileStore } from "./store.ts";
import { sweepOrphans, sweepTemporaryFiles } from "./sweep.ts";

test("partial files of an earlier run are removed, those of this run stay", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-sweep-"));
  const files = new FileStore(dataDir);
  const [older, newer] = [join(files.temporaryFolder, "older"), join(files.temporaryFolder, "newer")];
  writeFileSync(older, "");
  writeFileSync(newer, "");
  const startedAt = Date.now() - 1000;
  utimesSync(older, new Date(startedAt - 1000), new Date(startedAt - 1000));
  expect(await sweepTemporaryFiles(files, startedAt)).toBe(1);
  expect([existsSync(older), existsSync(newer)]).toEqual([false, true]);
  rmSync(dataDir, { recursive: true });
});

test("an unknown file among the stored ones is kept, and does not stop the sweep", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-sweep-"));
  const files = new FileStore(dataDir);
  const foreign = join(dataDir, "stamped", ".nfs00000001");
  const orphan = join(dataDir, `stamped/${crypto.randomUUID()}`);
  for (const path of [foreign, orphan]) writeFileSync(path, "bytes");
  expect(await sweepOrphans(files, async () => new Set(), Date.now() + 1000)).toBe(1);
  expect([existsSync(foreign), existsSync(orphan)]).toEqual([true, false]);
  rmSync(dataDir, { recursive: true });
});

test("a file removed during the sweep is not an error", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-sweep-"));
  const files = new FileStore(dataDir);
  const keys = Array.from({ length: 201 }, () => `stamped/${crypto.randomUUID()}` as const);
  for (const key of keys) writeFileSync(join(dataDir, key), "");
  const listed: string[] = [];
  for await (const batch of files.list("stamped")) {
    listed.push(...batch.map(({ key }) => key));
    for (const key of keys) await files.remove(key);
  }
  expect(listed).toHaveLength(200);
  rmSync(dataDir, { recursive: true });
});

test("the server answers while thousands of files are swept [threat R6]", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-sweep-"));
  const files = new FileStore(dataDir);
  const keys = Array.from({ length: 2_000 }, () => `stamped/${crypto.randomUUID()}` as const);
  for (const key of keys) writeFileSync(join(dataDir, key), "");
  const batches: number[] = [];
  let answered = 0;
  const allInUse = async (asked: FileKey[]) => {
    batches.push(asked.length);
    setImmediate(() => (answered += 1));
    return new Set(asked);
  };
  await sweepOrphans(files, allInUse, Date.now() + 1000);
  expect(batches).toEqual(Array.from({ length: 10 }, () => 200));
  expect(answered).toBeGreaterThan(0);
  rmSync(dataDir, { recursive: true });
});
