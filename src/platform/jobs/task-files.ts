import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { ChildSandbox, TaskFolders } from "./child-sandbox.ts";

type Files = { input?: string; output?: string };

/**
 * The files of one child: what its task reads is linked into a folder that the child cannot write, and what it wrote is
 * taken from the other. Nothing of one task is there in the next.
 */
export class TaskFiles {
  readonly folders: TaskFolders;
  /** The system call filter of the child; the shell that starts it opens the file and removes it. */
  readonly filter: string;
  readonly #root: string;
  readonly #sandbox: ChildSandbox;

  constructor(childrenFolder: string, sandbox: ChildSandbox) {
    this.#sandbox = sandbox;
    this.#root = join(childrenFolder, crypto.randomUUID());
    this.folders = { input: join(this.#root, "input"), output: join(this.#root, "output") };
    this.filter = join(this.#root, "filter");
    for (const folder of Object.values(this.folders)) mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeFileSync(this.filter, sandbox.filter ?? "");
    if (sandbox.user !== undefined) chownSync(this.folders.output, sandbox.user, sandbox.user);
  }

  /** The task as the child is told it, with the paths that the child sees. */
  hand<Task extends Files>(task: Task): Task {
    const { taskRoot } = this.#sandbox;
    if (taskRoot === undefined) return task;
    if (task.input !== undefined) this.#lendInput(task.input);
    return {
      ...task,
      ...(task.input !== undefined && { input: join(taskRoot, "input", "file") }),
      ...(task.output !== undefined && { output: join(taskRoot, "output", "file") }),
    };
  }

  /**
   * Moves what the child wrote to where the task wants it. Throws an Error when that is no regular file or has a second
   * name: a child that was taken over could have left a link to somebody else's file.
   */
  take({ output }: Files): void {
    if (this.#sandbox.taskRoot === undefined || output === undefined) return;
    move(join(this.folders.output, "file"), output);
    try {
      requirePlainFile(lstatSync(output));
    } catch (error) {
      rmSync(output, { force: true });
      throw error;
    }
    if (this.#sandbox.user !== undefined) chownSync(output, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  }

  /** After each task. */
  clear(): void {
    if (this.#sandbox.taskRoot === undefined) return;
    for (const folder of Object.values(this.folders))
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  }

  /** When the child is gone. */
  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #lendInput(path: string): void {
    const lent = join(this.folders.input, "file");
    try {
      linkSync(path, lent);
    } catch (error) {
      if (!hasCode(error, "EXDEV", "EPERM", "EMLINK")) throw error;
      copyFileSync(path, lent);
    }
    if (this.#sandbox.user === undefined) return;
    const { mode } = statSync(lent);
    if ((mode & 0o004) === 0) chmodSync(lent, (mode & 0o777) | 0o004);
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!hasCode(error, "EXDEV")) throw error;
    copyPlainFile(from, to);
  }
}

const chunkBytes = 1024 * 1024;

/** The child may still be running: it must not get a link followed, nor the server to wait for a named pipe. */
function copyPlainFile(from: string, to: string): void {
  const source = openSync(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    requirePlainFile(fstatSync(source));
    const target = openSync(to, "w", 0o600);
    try {
      const chunk = Buffer.alloc(chunkBytes);
      for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk))
        for (let written = 0; written < read; ) written += writeSync(target, chunk, written, read - written);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function requirePlainFile(made: Stats): void {
  if (made.isFile() && made.nlink === 1) return;
  throw new Error("A child process left something other than the file it was asked for.");
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));
