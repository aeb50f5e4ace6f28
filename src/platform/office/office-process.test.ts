import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweepOfficeFolders } from "./office-process.ts";

test("a document that a killed server left in LibreOffice's folder is removed at the next start; folders of other servers stay", async () => {
  const dead = Bun.spawn(["true"]);
  await dead.exited;
  const createFolder = (pid: number) => mkdtempSync(join(tmpdir(), `attestamp-word-${pid}-`));
  const [left, neighbors] = [createFolder(dead.pid), createFolder(process.ppid)];
  writeFileSync(join(left, "lease.docx"), "a document");
  sweepOfficeFolders();
  expect([existsSync(left), existsSync(neighbors)]).toEqual([false, true]);
  rmSync(neighbors, { recursive: true });
});
