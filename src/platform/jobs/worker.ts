import { statSync } from "node:fs";
import { join } from "node:path";
import { AppError, TooSlow } from "../../errors.ts";
import type { Log } from "../log.ts";
import { executable, throughShell } from "../self-exec.ts";
import { type ChildSandbox, noSandbox, openFilter } from "./child-sandbox.ts";
import { TaskFiles } from "./task-files.ts";
import { type TaskName, type TaskReply, type Tasks, taskMessages } from "./tasks.ts";

/**
 * Limits of one child, by the shell's ulimit: data 3 GiB (1.3 of it is address space that Bun only reserves; with
 * less than 2.5 in all it has no JIT and is four times slower), processor time 600 s over its life, one file 1 GiB,
 * no core dumps. A limit that cannot be set is one the operator has set lower.
 *
 * A little behind the server when both want the processor, so that the server answers while every core is stamping.
 * Where Linux shares processors out by session (autogroup), `nice` counts only within one, and a child has its own:
 * that one is put behind as well.
 */
const confine = [
  'for limit in "c 0" "d 3145728" "t 600" "f 2097152"; do ulimit -$limit 2>/dev/null; done',
  "{ echo 2 >/proc/self/autogroup; } 2>/dev/null",
  `${openFilter}exec nice -n 2 "$@"`,
].join("; ");

/**
 * An executable lays its native libraries into the cache folder, which a child in the sandbox cannot write: it is
 * started once outside, without any document, when there is nothing of this build yet.
 */
const prepare = '[ -e "$1" ] || { "$2" work prepare && : >"$1"; }; shift 2';

export type WorkerFolders = {
  /** Working folder and TMPDIR of a child without a sandbox. */
  temporaryFolder: string;
  /** Holds a folder for the files of each child in a sandbox; on the file system of the documents. */
  childrenFolder: string;
  /** Compiled sources and unpacked libraries, so that the next child starts sooner. May be deleted at any time. */
  cacheFolder: string;
};

/** A child knows nothing of the server's environment, and dies with the server. */
const environment = (workingFolder: string, cacheFolder: string) => ({
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: workingFolder,
  TMPDIR: workingFolder,
  LANG: "C.UTF-8",
  TZ: "UTC",
  BUN_OPTIONS: "--no-orphans",
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: cacheFolder,
  CACHE_DIR: cacheFolder,
});

/** A child that has done this much is replaced: whatever it leaked goes with it. */
const wear = { tasks: 200, busyMs: 240_000, rss: 700 * 1024 * 1024 };

/** No program ends itself by these: an operator sends them, or the system when memory is short. */
const signalsFromOutside: ReadonlySet<number | string> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);
/** The same where bubblewrap passes them on, as shells do: 128 and the number of the signal. */
const exitCodesOfSignals: ReadonlySet<number | null> = new Set([9, 15, 2, 1].map((signal) => 128 + signal));

export type TaskLimits = {
  /** Wall time at work. */
  timeoutMs: number;
  /** Ends the child, and the task with it. */
  signal?: AbortSignal;
};

type Pending = { resolve: (reply: TaskReply) => void; reject: (error: Error) => void };

/** One child process of this program that does one task at a time. */
export class Worker {
  /** Resolves when the process is gone, however it ended. */
  readonly exited: Promise<number>;
  readonly #child: Bun.Subprocess;
  readonly #log: Log;
  readonly #files: TaskFiles;
  #pending: Pending | undefined;
  #ready = false;
  #gone = false;
  #isKilled = false;
  #tasks = 0;
  #busyMs = 0;
  #rss = 0;

  constructor(command: string[], options: WorkerFolders & { log: Log; sandbox: ChildSandbox }) {
    const { log, sandbox, temporaryFolder, childrenFolder, cacheFolder } = options;
    this.#log = log;
    this.#files = new TaskFiles(childrenFolder, sandbox);
    const inside = [...sandbox.prefix({ ...this.#files.folders, cacheFolder }), ...command];
    const needsLibraries = Bun.isStandaloneExecutable && sandbox !== noSandbox;
    const line = needsLibraries ? `${prepare}; ${confine}` : confine;
    const libraries = needsLibraries ? [buildMarker(cacheFolder), executable] : [];
    this.#child = Bun.spawn(throughShell(line, [...libraries, this.#files.filter], inside), {
      env: environment(sandbox.scratchFolder ?? temporaryFolder, cacheFolder),
      cwd: temporaryFolder,
      detached: true,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
      serialization: "json",
      ipc: (reply: TaskReply) => this.#hear(reply),
    });
    this.exited = this.#child.exited.finally(() => this.#leave());
  }

  /** True once it came as far as doing tasks: a child that never did will not do better when started again. */
  get wasReady(): boolean {
    return this.#ready;
  }

  /** False when it is gone or should do no more tasks. */
  get isUsable(): boolean {
    const worn = this.#tasks >= wear.tasks || this.#busyMs >= wear.busyMs || this.#rss >= wear.rss;
    return !this.#gone && !this.#isKilled && !worn;
  }

  /**
   * Does one task; rejects with the reason of `signal` when that is aborted. Throws AppError `unsupported` with a
   * sentence for the user when the document is at fault, also when the child died over it or was killed at the time
   * limit, and `unavailable` when the child could not start or was killed by somebody else; any other Error is the
   * server's own or the machine's fault.
   */
  async run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    { timeoutMs, signal }: TaskLimits,
  ): Promise<Tasks[Name]["output"]> {
    signal?.throwIfAborted();
    const started = performance.now();
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      this.kill();
    }, timeoutMs);
    const kill = () => this.kill();
    signal?.addEventListener("abort", kill);
    try {
      const output = outputOf(await this.#ask({ name, input: await this.#files.hand(input) }));
      const written = await this.#files.take(input);
      if (written && "sha256" in output && output.sha256 !== written.sha256) {
        this.kill();
        throw new Error("A child process left another file than it said.");
      }
      return output;
    } catch (error) {
      signal?.throwIfAborted();
      throw timedOut ? new TooSlow(taskMessages.tooSlow) : error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", kill);
      this.#files.clear();
      this.#tasks += 1;
      this.#busyMs += performance.now() - started;
    }
  }

  /** Ends the child and everything it started, at once. */
  kill(): void {
    if (this.#gone) return;
    this.#isKilled = true;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL");
    }
  }

  #ask<Name extends TaskName>(request: { name: Name; input: Tasks[Name]["input"] }): Promise<TaskReply> {
    return new Promise((resolve, reject) => {
      if (this.#gone) {
        reject(new Error("The child process ended before it was given the task."));
        return;
      }
      this.#pending = { resolve, reject };
      this.#child.send(request);
    });
  }

  #hear(reply: TaskReply): void {
    if (reply.type === "ready") {
      this.#ready = true;
      return;
    }
    if (reply.type === "cold") {
      this.#log.warn({ detail: reply.detail }, "a child process could not get warm");
      return;
    }
    this.#rss = reply.rss;
    this.#pending?.resolve(reply);
    this.#pending = undefined;
  }

  #leave(): void {
    this.#gone = true;
    this.#files.remove();
    this.#pending?.reject(this.#whyItEnded());
    this.#pending = undefined;
  }

  #whyItEnded(): AppError {
    const interrupted = (words: string) =>
      AppError.from("unavailable", taskMessages.interrupted, { cause: new Error(words) });
    if (!this.#ready) return interrupted("The child process ended while it was starting.");
    const { signalCode: signal, exitCode } = this.#child;
    const isFromOutside = signal !== null ? signalsFromOutside.has(signal) : exitCodesOfSignals.has(exitCode);
    if (isFromOutside && !this.#isKilled)
      return interrupted(
        `The child process was ended by ${signal ?? exitCode}, which this server did not send.`,
      );
    return AppError.from("unsupported", taskMessages.crashed);
  }
}

/** A file that is there when the libraries of this very executable are in the cache. */
function buildMarker(cacheFolder: string): string {
  const { size, mtimeMs } = statSync(executable);
  return join(cacheFolder, `prepared-${size}-${Math.round(mtimeMs)}`);
}

function outputOf<Name extends TaskName>(reply: TaskReply): Tasks[Name]["output"] {
  switch (reply.type) {
    case "done":
      return reply.output;
    case "refused":
      throw AppError.from(reply.kind, reply.message, { cause: reply.detail });
    case "failed":
      throw Object.assign(new Error(reply.detail), { code: reply.code });
    case "ready":
    case "cold":
      throw new Error("The child process answered out of turn.");
  }
}
