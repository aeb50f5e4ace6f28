import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitOf, programTitle } from "./program-info.ts";

const folder = mkdtempSync(join(tmpdir(), "attestamp-commit-"));
afterAll(() => rmSync(folder, { recursive: true }));

function git(...words: string[]): string {
  const identity = ["-c", "user.name=Jane", "-c", "user.email=jane@example.org"];
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...identity, ...words], { cwd: folder });
  expect([exitCode, stderr.toString()]).toEqual([0, expect.anything()]);
  return stdout.toString().trim();
}

test("a checkout names its commit; a copy without a repository, and one inside another repository, name none", () => {
  expect(commitOf(folder)).toBeUndefined();
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "--message", "First");
  expect(commitOf(folder)).toBe(git("rev-parse", "HEAD").slice(0, 12));
  mkdirSync(join(folder, "copy"));
  expect(commitOf(join(folder, "copy"))).toBeUndefined();
  expect(programTitle()).toMatch(/^Attestamp \d+\.\d+\.\d+\S*( \(commit [0-9a-f]{12}\))?$/);
});
