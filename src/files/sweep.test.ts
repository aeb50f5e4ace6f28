import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileStore } from "./store.ts";
import { sweepTemporaryFiles } from "./sweep.ts";

test("half-made files of an earlier run go, those of this one stay", async () => {
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
