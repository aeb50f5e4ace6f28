import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const library = join(
  dirname(Bun.resolveSync("better-sqlite3/package.json", import.meta.dir)),
  `prebuilds/${process.platform}-${process.arch}.node`,
);
/** A user who owns a data folder and is neither root nor any other user of this machine. */
const owner = 4321;
let folder: string;
let temporary: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-libraries-"));
  temporary = mkdtempSync(join(tmpdir(), "attestamp-libraries-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(temporary, { recursive: true, force: true });
});

/** Loads the library as the executable does when root runs one of its commands. */
async function load(dataDir: string): Promise<void> {
  expect(process.getuid?.()).toBe(0);
  const part = join(import.meta.dir, "native-part.ts");
  const words = `const { loadNativePart } = await import(${JSON.stringify(part)});
    loadNativePart("build", { source: ${JSON.stringify(library)}, path: "inner/library.node" });`;
  const child = Bun.spawn([process.execPath, "-e", words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir, TMPDIR: temporary },
    stdout: "inherit",
    stderr: "inherit",
  });
  expect(await child.exited).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
}

/** A file of the library's size that is not a valid library. */
function plantLibrary(user: number): string {
  const inner = join(folder, "cache/build/inner");
  const path = join(inner, "library.node");
  mkdirSync(inner, { recursive: true });
  writeFileSync(path, Buffer.alloc(statSync(library).size));
  for (const part of [path, inner, dirname(inner), join(folder, "cache")]) chownSync(part, user, user);
  return path;
}

test("root loads no library from another user's data folder, and writes nothing into it", async () => {
  chownSync(folder, owner, owner);
  const path = plantLibrary(owner);
  await load(folder);
  expect(readFileSync(path).equals(readFileSync(library))).toBe(false);
  rmSync(join(folder, "cache"), { recursive: true });
  await load(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("root loads no library from its own folder inside one that others can change", async () => {
  const data = join(folder, "data");
  mkdirSync(data);
  chmodSync(folder, 0o777);
  await load(data);
  expect(readdirSync(data)).toEqual([]);
});

test("in a folder that only root can change, libraries are kept, and one with other bytes is replaced", async () => {
  const path = plantLibrary(0);
  await load(folder);
  expect(readFileSync(path).equals(readFileSync(library))).toBe(true);
  const { ino } = statSync(path);
  await load(folder);
  expect(statSync(path).ino).toBe(ino);
});

test("every user can read libraries that are kept, because root's processes that open documents run as another user", async () => {
  await load(folder);
  const path = join(folder, "cache/build/inner/library.node");
  for (let part = path; part !== folder; part = dirname(part)) {
    expect([part, statSync(part).mode & 0o055]).toEqual([part, 0o055]);
  }
});
