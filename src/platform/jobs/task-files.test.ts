import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { noSandbox } from "./child-sandbox.ts";
import { TaskFiles } from "./task-files.ts";

/** A folder on the disk, and one in memory: nothing can be renamed from one into the other. */
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

test("what a child wrote arrives whole, also on another file system", () => {
  for (const folder of [disk, memory]) {
    const files = startTask();
    const content = Buffer.alloc(3_000_001, "page ");
    writeFileSync(join(files.folders.output, "file"), content);
    files.take({ output: join(folder, "stamped.pdf") });
    expect(readFileSync(join(folder, "stamped.pdf")).equals(content)).toBe(true);
  }
});

test("a link to a file of the server, or a named pipe, is never taken for what a child wrote", () => {
  const key = join(disk, "attestation.jwk");
  writeFileSync(key, "secret");
  const leaves: ((place: string) => void)[] = [
    (place) => symlinkSync(key, place),
    (place) => linkSync(key, place),
    (place) => expect(Bun.spawnSync(["mkfifo", place]).exitCode).toBe(0),
  ];
  for (const folder of [disk, memory]) {
    for (const leave of leaves) {
      const files = startTask();
      leave(join(files.folders.output, "file"));
      const output = join(folder, "stamped.pdf");
      expect(() => files.take({ output })).toThrow();
      expect(existsSync(output)).toBe(false);
    }
  }
  expect(readFileSync(key, "utf8")).toBe("secret");
});
