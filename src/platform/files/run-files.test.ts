import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { realDisk } from "./disk.ts";
import { RunFiles } from "./run-files.ts";
import { FileStore } from "./store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-run-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the files of a run are temporary files, and those that were not kept are removed in the end", async () => {
  const files = new FileStore(folder);
  const [run, other] = [new RunFiles(files), new RunFiles(files)];
  const names = ["original", "stamped", "certificate"];
  for (const name of names) writeFileSync(run.getPath(name), name);
  writeFileSync(other.getPath("stamped"), "another document");
  expect(run.getPath("stamped")).toBe(run.getPath("stamped"));
  expect(dirname(run.getPath("stamped"))).toBe(files.temporaryFolder);
  run.getPath("never written");
  renameSync(run.getPath("stamped"), join(folder, "kept"));
  await run.discard();
  expect(readdirSync(files.temporaryFolder).map((name) => join(files.temporaryFolder, name))).toEqual([
    other.getPath("stamped"),
  ]);
  expect(existsSync(join(folder, "kept"))).toBe(true);
});

test("if one file of a run cannot be removed, the others are removed anyway", async () => {
  const remove = async (path: string) => {
    if (path.endsWith("-first")) throw new Error("EIO");
    await realDisk.remove(path);
  };
  const files = new FileStore(folder, { disk: { ...realDisk, remove } });
  const run = new RunFiles(files);
  for (const name of ["first", "second"]) writeFileSync(run.getPath(name), name);
  await expect(run.discard()).rejects.toThrow("EIO");
  expect(existsSync(run.getPath("second"))).toBe(false);
});
