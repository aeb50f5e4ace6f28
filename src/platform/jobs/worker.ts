import { statSync } from "node:fs";
import { join } from "node:path";
import { AppError, TooSlow } from "../../errors.ts";
import { type FramedReader, readFrames, StreamEnded } from "../framed-reader.ts";
import type { Logger } from "../logger.ts";
import { executable, throughShell, unpackedLibraries } from "../self-exec.ts";
import { type ChildSandbox, noSandbox, openFilter } from "./child-sandbox.ts";
import { TaskFiles } from "./task-files.ts";
import { replySchema, taskOutputs } from "./task-replies.ts";
import {
  libraryNotLoaded,
  longestReply,
  type TaskName,
  type TaskReply,
  type Tasks,
  taskMessages,
} from "./tasks.ts";

/**
 * Limits of one child, set with ulimit: data 3 GiB (Bun reserves 1.3 GiB of address space; with less than 2.5 GiB it
 * has no JIT and is four times slower), processor time 600 s in total, file size 1 GiB, no core dumps. Setting a limit
 * fails only if the operator has set a lower one.
 *
 * Its priority is slightly lower than the server's, so that the server answers while every core is stamping. If Linux
 * schedules by session (autogroup), `nice` only counts within a session, so the priority of the child's session is
 * lowered too.
 */
const confine = [
  'for limit in "c 0" "d 3145728" "t 600" "f 2097152"; do ulimit -$limit 2>/dev/null; done',
  "{ echo 2 >/proc/self/autogroup; } 2>/dev/null",
  `${openFilter}exec nice -n 2 "$@"`,
].join("; ");

/**
 * The executable unpacks its native libraries into the cache folder, which a sandboxed child cannot write. So it is
 * started once outside of the sandbox, without a document, if the cache lacks the libraries of this build.
 */
const prepare = '[ -e "$1" ] || { "$2" work prepare && : >"$1"; }; shift 2';

export type WorkerFolders = {
  /** Working folder, and TMPDIR of a child without a sandbox. */
  temporaryFolder: string;
  /** Contains a folder for the files of each sandboxed child; on the file system of the documents. */
  childrenFolder: string;
  /** Compiled sources and unpacked libraries, so that the next child starts faster. May be deleted at any time. */
  cacheFolder: string;
};

/** How many times code runs before the runtime's last and most expensive compiler compiles it. */
const defaultOptimizingThreshold = 100_000;

/**
 * A child inherits nothing from the server's environment, and exits with the server. Its life is too short for the last
 * compiler to pay off, except for large documents: a higher threshold saves a sixth of the processor time and memory.
 */
const environment = (workingFolder: string, cacheFolder: string) => ({
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: workingFolder,
  TMPDIR: workingFolder,
  LANG: "C.UTF-8",
  TZ: "UTC",
  BUN_OPTIONS: "--no-orphans",
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: String(10 * defaultOptimizingThreshold),
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: cacheFolder,
  CACHE_DIR: cacheFolder,
});

/**
 * A child is replaced after this much work, so that leaks do not add up. Starting another one and compiling its code
 * takes the processor time of dozens of documents, so it is not replaced more often than its memory needs.
 */
const wear = { tasks: 2_000, busyMs: 240_000, rss: 700 * 1024 * 1024 };

/** On a busy machine, a child is ready within a second. */
const longestStartMs = 3_000;

/** Sent by an operator, or by the system when memory is low; no program sends them to itself. */
const signalsFromOutside: ReadonlySet<number | string> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);
/** The same as exit codes of bubblewrap, which reports signals as shells do: 128 plus the number. */
const exitCodesOfSignals: ReadonlySet<number | null> = new Set([9, 15, 2, 1].map((signal) => 128 + signal));

export type TaskLimits = {
  /** Wall-clock time of the task. */
  timeoutMs: number;
  /** Kills the child, and ends the task with it. */
  signal?: AbortSignal;
};

type Answer = Exclude<TaskReply, { type: "ready" | "cold" }>;
type Pending = { name: TaskName; resolve: (reply: Answer) => void; reject: (error: Error) => void };

/**
 * A child process of this program that does one task at a time. A document may have taken it over: a reply that is too
 * long, malformed or out of turn ends it, as a crash does.
 */
export class Worker {
  /** Resolves when the process is gone. */
  readonly exited: Promise<number>;
  readonly #child: Bun.Subprocess<"pipe", "pipe", "ignore">;
  readonly #log: Logger;
  readonly #files: TaskFiles;
  readonly #startedAt = performance.now();
  #pending: Pending | undefined;
  #ready = false;
  #isCold = false;
  #gone = false;
  #isKilled = false;
  #tasks = 0;
  #busyMs = 0;
  #rss = 0;

  constructor(command: string[], options: WorkerFolders & { log: Logger; sandbox: ChildSandbox }) {
    const { log, sandbox, temporaryFolder, childrenFolder, cacheFolder } = options;
    this.#log = log;
    this.#files = new TaskFiles(childrenFolder, sandbox);
    const inside = [...sandbox.prefix({ ...this.#files.folders, cacheFolder }), ...command];
    const needsLibraries =
      Bun.isStandaloneExecutable && unpackedLibraries === undefined && sandbox !== noSandbox;
    const line = needsLibraries ? `${prepare}; ${confine}` : confine;
    const libraries = needsLibraries ? [buildMarker(cacheFolder), executable] : [];
    this.#child = Bun.spawn(throughShell(line, [...libraries, this.#files.filter], inside), {
      env: environment(sandbox.scratchFolder ?? temporaryFolder, cacheFolder),
      cwd: temporaryFolder,
      detached: true,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    void this.#listen(readFrames(this.#child.stdout, longestReply));
    this.exited = this.#child.exited.finally(() => this.#leave());
  }

  /** True once the child was ready for tasks. If the first one never was, starting another one is useless. */
  get wasReady(): boolean {
    return this.#ready;
  }

  /** True until it is ready for tasks, or has taken so long that others should not wait for it. */
  get isStarting(): boolean {
    return !this.#ready && !this.#gone && performance.now() - this.#startedAt < longestStartMs;
  }

  /** True once this server has killed it, as it does with children that it no longer needs. */
  get wasKilled(): boolean {
    return this.#isKilled;
  }

  /** False if it has exited or should run no more tasks. */
  get isUsable(): boolean {
    const worn = this.#tasks >= wear.tasks || this.#busyMs >= wear.busyMs || this.#rss >= wear.rss;
    return !this.#gone && !this.#isKilled && !worn;
  }

  /**
   * Runs one task; rejects with the reason of `signal` if that aborts. Throws AppError `unsupported` with a message for
   * the user if the document is the cause, which includes crashing the child or exceeding the time limit, and
   * `unavailable` if the child could not start or was killed from outside. Any other Error is a problem of the server
   * or the machine.
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
      const answer = await this.#ask({ name, input: await this.#files.hand(input) });
      // The runtime would not try to load it again, and the next child unpacks missing libraries of the executable.
      if (answer.type === "failed" && answer.code === libraryNotLoaded) this.kill();
      const output = getOutput<Name>(answer);
      const written = await this.#files.take(input);
      if (written && "sha256" in output && output.sha256 !== written.sha256) {
        this.kill();
        throw new Error("A child process wrote a different file than it reported.");
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

  /** Kills the child and everything it started. */
  kill(): void {
    if (this.#gone) return;
    this.#isKilled = true;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL");
    }
  }

  #ask<Name extends TaskName>(request: { name: Name; input: Tasks[Name]["input"] }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#gone) {
        reject(new Error("The child process ended before it was given the task."));
        return;
      }
      this.#pending = { name: request.name, resolve, reject };
      void this.#send(request);
    });
  }

  /** If the child no longer reads, the task ends when the child exits, or at its time limit. */
  async #send(request: { name: TaskName; input: Tasks[TaskName]["input"] }): Promise<void> {
    try {
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
      await this.#child.stdin.flush();
    } catch (error) {
      this.#log.debug({ err: error }, "a child process did not take its task");
    }
  }

  /** Until the child's output ends. */
  async #listen(replies: FramedReader): Promise<void> {
    try {
      for (;;) {
        const line = await replies.line();
        this.#hear(JSON.parse(line));
      }
    } catch (error) {
      if (error instanceof StreamEnded || this.#gone || this.#isKilled) return;
      this.#log.warn({ err: error }, "a child process sent something other than the reply that was due");
      this.kill();
    }
  }

  /** Throws an Error for anything but the reply that is due. */
  #hear(line: unknown): void {
    const reply = replySchema.parse(line);
    if (reply.type === "ready" && !this.#ready) {
      this.#ready = true;
      return;
    }
    if (reply.type === "cold" && !this.#isCold) {
      this.#isCold = true;
      this.#log.warn({ detail: reply.detail }, "a child process could not warm up");
      return;
    }
    if (reply.type === "ready" || reply.type === "cold" || !this.#pending)
      throw new Error("The child process answered out of turn.");
    const { name, resolve } = this.#pending;
    this.#rss = reply.rss;
    resolve(reply.type === "done" ? { ...reply, output: taskOutputs[name].parse(reply.output) } : reply);
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

/** Exists if the cache contains the libraries of exactly this executable. */
function buildMarker(cacheFolder: string): string {
  const { size, mtimeMs } = statSync(executable);
  return join(cacheFolder, `prepared-${size}-${Math.round(mtimeMs)}`);
}

function getOutput<Name extends TaskName>(reply: Answer): Tasks[Name]["output"] {
  switch (reply.type) {
    case "done":
      return reply.output;
    case "refused":
      throw AppError.from(reply.kind, reply.message, {
        cause: reply.detail,
        ...(reply.issues && { issues: reply.issues }),
      });
    case "failed":
      throw Object.assign(new Error(reply.detail), { code: reply.code });
  }
}
