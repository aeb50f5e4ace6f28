import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../../formats/pdf/test-stamping.ts";
import { noSandbox } from "./child-sandbox.ts";
import { TaskFiles } from "./task-files.ts";

/** A folder on disk and one in memory: no file can be renamed from one to the other. */
let disk: string;
let memory: string;

beforeEach(() => {
  disk = mkdtempSync("/var/tmp/task-files-");
  memory = mkdtempSync("/dev/shm/task-files-");
});
afterEach(() => {
  for (const folder of [disk, memory]) rmSync(folder, { recursive: true, force: true });
});

const startTask = () => new TaskFiles(join(disk, "children"), { ...noSandbox, taskRoot: "/task" });

test("these tests move files from one file system to another", () => {
  expect(statSync(disk).dev).not.toBe(statSync(memory).dev);
});

const getResultPath = ({ folders }: TaskFiles) => folders.outputs[0] ?? "";

test("a child's result arrives completely, also on another file system, and its hash is that of the arrived file", async () => {
  for (const folder of [disk, memory]) {
    const files = startTask();
    const content = Buffer.alloc(3_000_001, "page ");
    writeFileSync(getResultPath(files), content);
    const output = join(folder, "stamped.pdf");
    expect(await files.take({ output })).toEqual({ bytes: content.length, sha256: sha256Of(content) });
    expect(readFileSync(output).equals(content)).toBe(true);
  }
});

test("a child that keeps its result open cannot change the copy", async () => {
  const files = startTask();
  const kept = openSync(getResultPath(files), "r+");
  writeSync(kept, "as it was stamped");
  const output = join(disk, "stamped.pdf");
  await files.take({ output });
  writeSync(kept, "something else", 0);
  files.clear();
  writeSync(kept, "something else", 0);
  closeSync(kept);
  expect(readFileSync(output, "utf8")).toBe("as it was stamped");
});

test("a pipe in place of the result is refused, and the server does not wait for its other end", async () => {
  const files = startTask();
  const path = getResultPath(files);
  rmSync(path, { force: true });
  expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
  const output = join(disk, "stamped.pdf");
  await expect(files.take({ output })).rejects.toThrow("not leave a regular file");
  expect(existsSync(output)).toBe(false);
});

test("a task without output has no result", async () => {
  const files = startTask();
  const output = join(disk, "stamped.pdf");
  await expect(files.take({ output })).rejects.toThrow("left no file");
  expect(existsSync(output)).toBe(false);
});

test("the original keeps its mode, whatever the child's user is: another user gets a copy", async () => {
  const original = join(disk, "original");
  writeFileSync(original, "a document", { mode: 0o400 });
  const users = process.getuid?.() === 0 ? [undefined, 65534] : [undefined];
  for (const user of users) {
    const files = new TaskFiles(join(disk, "children"), { ...noSandbox, taskRoot: "/task", user });
    await files.hand({ input: original });
    const lent = join(files.folders.input, "file");
    expect(readFileSync(lent, "utf8")).toBe("a document");
    const { mode, uid, gid } = statSync(lent);
    expect([mode & 0o777, uid]).toEqual([user === undefined ? 0o400 : 0o440, process.getuid?.() ?? 0]);
    expect(gid).toBe(user ?? process.getgid?.() ?? 0);
    expect(statSync(original).mode & 0o777).toBe(0o400);
    files.clear();
    await files.hand({});
    expect(existsSync(lent)).toBe(user !== undefined);
    if (user !== undefined) expect(readFileSync(lent, "utf8")).toBe("");
    writeFileSync(join(disk, "next"), "another");
    await files.hand({ input: join(disk, "next") });
    expect(readFileSync(lent, "utf8")).toBe("another");
  }
});
