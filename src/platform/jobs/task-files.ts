import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { copyFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { pagesEnding } from "../../formats/output-file.ts";
import type { ChildSandbox, TaskFolders } from "./child-sandbox.ts";
import type { WrittenFile } from "./tasks.ts";

type Files = { input?: string; output?: string };

const inputName = "file";
const outputName = "file";

/** The limit on one file of a child (worker.ts): our code writes no larger file. */
const maxOutputBytes = 1024 * 1024 * 1024;

/**
 * The files of one child. It reads from a folder it cannot write to, and writes into two files it cannot remove,
 * replace or add to. The result is copied to the task's output, so that the child cannot change it later.
 */
export class TaskFiles {
  readonly folders: TaskFolders;
  /** The child's system call filter; the shell that starts the child opens and removes the file. */
  readonly filter: string;
  readonly #root: string;
  readonly #sandbox: ChildSandbox;
  readonly #result: string;
  readonly #input: string;
  /** Settles when the child's files are empty again. */
  #emptied: Promise<unknown> = Promise.resolve();

  constructor(childrenFolder: string, sandbox: ChildSandbox) {
    this.#sandbox = sandbox;
    this.#root = join(childrenFolder, crypto.randomUUID());
    const [input, output] = [join(this.#root, "input"), join(this.#root, "output")];
    this.#result = join(output, outputName);
    this.#input = join(input, inputName);
    this.folders = { input, outputs: [this.#result, `${this.#result}${pagesEnding}`] };
    this.filter = join(this.#root, "filter");
    for (const folder of [input, output]) mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeFileSync(this.filter, sandbox.filter ?? "");
    for (const file of this.folders.outputs) writeFileSync(file, "", { mode: 0o600 });
    if (sandbox.user === undefined) return;
    for (const file of this.folders.outputs) chownSync(file, sandbox.user, sandbox.user);
    writeFileSync(this.#input, "", { mode: 0o440 });
    chownSync(this.#input, process.getuid?.() ?? 0, sandbox.user);
  }

  /** Makes the input available to the child and returns the task with the paths as the child sees them. */
  async hand<Task extends Files>(task: Task): Promise<Task> {
    const { taskRoot } = this.#sandbox;
    if (taskRoot === undefined) return task;
    await this.#emptied;
    if (task.input !== undefined) await this.#lendInput(task.input);
    return {
      ...task,
      ...(task.input !== undefined && { input: join(taskRoot, "input", inputName) }),
      ...(task.output !== undefined && { output: join(taskRoot, "output", outputName) }),
    };
  }

  /**
   * Copies the result to the task's output and returns its size and hash. Undefined if the task has no result, or if
   * the child wrote it there itself. Throws an Error if the result is empty or far too large.
   */
  async take({ output }: Files): Promise<WrittenFile | undefined> {
    if (this.#sandbox.taskRoot === undefined || output === undefined) return undefined;
    try {
      return await copyHashed(this.#result, output);
    } catch (error) {
      rmSync(output, { force: true });
      throw error;
    }
  }

  /**
   * Called after each task; the child and its files may already be gone. Only the next task waits until the files are
   * empty: some file systems take long for that.
   */
  clear(): void {
    if (this.#sandbox.taskRoot === undefined) return;
    this.#emptied = this.#empty();
    this.#emptied.catch(() => "told by the next task");
  }

  async #empty(): Promise<void> {
    const isLink = this.#sandbox.user === undefined;
    if (isLink) rmSync(this.#input, { force: true });
    const files = isLink ? this.folders.outputs : [this.#input, ...this.folders.outputs];
    await Promise.all(files.filter((file) => statSync(file).size > 0).map((file) => truncate(file)));
  }

  /** Called after the child has exited. */
  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /**
   * Links the file, or copies it if the child's user may not read it: the mode of the original never changes. All
   * copies go into the same file, because ext4 without a journal creates files slowly while many are being removed. It
   * belongs to the server; the child's group may read it.
   */
  async #lendInput(path: string): Promise<void> {
    if (this.#sandbox.user === undefined) return linkOrCopy(path, this.#input);
    await copyFile(path, this.#input, constants.COPYFILE_FICLONE);
    chmodSync(this.#input, 0o440);
  }
}

function linkOrCopy(path: string, lent: string): void {
  try {
    linkSync(path, lent);
  } catch (error) {
    if (!hasCode(error, "EXDEV", "EPERM", "EMLINK")) throw error;
    copyFileSync(path, lent);
  }
}

const chunkBytes = 1024 * 1024;

/**
 * Copies and hashes in one pass, so that the hash matches the copy even if the file changes during the copy.
 * Synchronous except for a pause after each chunk: handing each call to another thread takes longer than copying a
 * typical result.
 */
async function copyHashed(from: string, to: string): Promise<WrittenFile> {
  // Without O_NONBLOCK, a pipe in place of the file would stop the server.
  const source = openSync(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(source);
    if (!found.isFile()) throw new Error("A child process did not leave a regular file.");
    const target = openSync(to, "wx", 0o600);
    try {
      const hash = createHash("sha256");
      const { size } = found;
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size));
      let bytes = 0;
      while (bytes < size) {
        const piece = chunk.subarray(0, readSync(source, chunk, 0, chunk.length, bytes));
        if (piece.length === 0) break;
        hash.update(piece);
        writeFileSync(target, piece);
        bytes += piece.length;
        if (bytes > maxOutputBytes) throw new Error("A child process left a file that is far too large.");
        if (bytes < size) await Bun.sleep(0);
      }
      if (bytes === 0) throw new Error("A child process left no file.");
      return { bytes, sha256: hash.digest("hex") };
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));
