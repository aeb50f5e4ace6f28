import { afterEach, beforeEach, expect, test } from "bun:test";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const library = join(
  dirname(Bun.resolveSync("better-sqlite3/package.json", import.meta.dir)),
  `prebuilds/${process.platform}-${process.arch}.node`,
);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-libraries-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the executable does when root runs one of its commands. */
async function load(dataDir: string): Promise<void> {
  const part = join(import.meta.dir, "native-part.ts");
  const words = `const { loadNativePart } = await import(${JSON.stringify(part)});
    loadNativePart("build", { source: ${JSON.stringify(library)}, path: "inner/library.node" });`;
  const child = Bun.spawn([process.execPath, "-e", words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir },
    stdout: "inherit",
    stderr: "inherit",
  });
  expect(await child.exited).toBe(0);
}

test("libraries that a command of root's lays into a user's data folder belong to that user", async () => {
  expect(process.getuid?.()).toBe(0);
  chownSync(folder, 4321, 4321);
  await load(folder);
  const names = readdirSync(folder, { recursive: true }).map(String).toSorted();
  expect(names).toEqual(["cache", "cache/build", "cache/build/inner", "cache/build/inner/library.node"]);
  for (const name of names) expect(statSync(join(folder, name)).uid).toBe(4321);
});

test("where the cache is there already, only what is new is given to its owner", async () => {
  const cache = join(folder, "cache");
  mkdirSync(cache);
  chownSync(cache, 4321, 4321);
  await load(folder);
  expect(statSync(join(cache, "build/inner/library.node")).uid).toBe(4321);
  expect(statSync(folder).uid).toBe(0);
});
