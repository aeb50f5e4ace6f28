import { AppError } from "../../errors.ts";
import { fileTypes } from "../../formats/file-types.ts";
import type { Logger } from "../logger.ts";
import { type Release, Semaphore } from "../semaphore.ts";
import { inSpan } from "../tracing/spans.ts";
import type { ChildSandbox } from "./child-sandbox.ts";
import type { TaskName, Tasks } from "./tasks.ts";
import { type TaskLimits, Worker, type WorkerFolders } from "./worker.ts";

export type WorkerPoolOptions = WorkerFolders & {
  /** Maximum number of children. */
  size: number;
  /** The command that becomes a child (worker-main.ts). */
  command: string[];
  log: Logger;
  /** The sandbox of the children; called when the first child starts. */
  sandbox: () => ChildSandbox;
  /** After this time without work or an announcement of work, all children end. Default: five minutes. */
  cooldownMs?: number;
  /** A task that waits or runs for longer is not short. Default: half a second. */
  shortTaskMs?: number;
};

/** A user is waiting for the answer; `signal` aborts when they stop waiting. */
export type Awaited = { signal?: AbortSignal };

/** What the server needs from its children; tests pass other implementations. */
export type Workers = Pick<WorkerPool, "size" | "keepWarm" | "expectTask" | "run" | "stop">;

/** Children beyond `size`, for tasks that a user waits for: all other children may be busy for minutes. */
const reserved = 1;
/** After this time without work, one idle child is kept. */
const idleMs = 60_000;
const defaultCooldownMs = 300_000;
const defaultShortTaskMs = 500;
/** When this many tasks had to wait, one more child is allowed: a hundred documents of two tasks each. */
const manyTasks = 200;

/**
 * True for documents that get a child of their own: the decoder of HEIF files, libheif as WebAssembly, lags behind the
 * fixes of flaws that are known. What takes such a child over finds no other document, not even remains of one.
 */
const opensAlone = (input: Tasks[TaskName]["input"]): boolean =>
  "fileType" in input && (input.fileType === fileTypes.heic || input.fileType === fileTypes.avif);

/**
 * The child processes that open documents. One starts when there is work, and short tasks share it: another one costs
 * as much processor time as dozens of documents, and a hundred megabytes. It starts when a task takes or waits for
 * long, when many had to wait, for a user who waits, and for a document that gets its own. One child stays warm until
 * there has been no work for minutes. A child that crashes or is worn out is replaced, so a hostile document costs only
 * its own job.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots: Semaphore;
  readonly #all = new Set<Worker>();
  #idle: Worker[] = [];
  /** How many tasks had to wait since a child was added, or since there was no work. */
  #waited = 0;
  #sandbox: ChildSandbox | undefined;
  #keepsWarm = false;
  /** Set while there is work, and for a short time after. */
  #cooldown: Timer | undefined;
  #idleTimer: Timer | undefined;
  #isStopped = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = new Semaphore(1, reserved);
  }

  get size(): number {
    return this.#options.size;
  }

  /** From now on a child warms up as soon as work is announced, so that a small document does not wait for it. */
  keepWarm(): void {
    this.#keepsWarm = true;
  }

  /** Announces work: a user is sending a document. */
  expectTask(): void {
    this.#stayAwake();
    this.#warmOneUp();
  }

  /**
   * Runs a task in a separate child; throws what Worker.run throws. An `awaited` task takes precedence and may use a
   * reserved child; if its signal aborts while it waits for a child, it rejects with the signal's reason.
   */
  run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    limits: TaskLimits,
    awaited?: Awaited,
  ): Promise<Tasks[Name]["output"]> {
    return inSpan(`child ${name}`, { kind: "internal" }, (span) =>
      this.#run(name, input, limits, awaited, () => span.mark("child is free")),
    );
  }

  async #run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    limits: TaskLimits,
    awaited: Awaited | undefined,
    onTurn: () => void,
  ): Promise<Tasks[Name]["output"]> {
    const shortTaskMs = this.#options.shortTaskMs ?? defaultShortTaskMs;
    const notShort = setInterval(() => this.#makeRoom(), shortTaskMs);
    try {
      if (!awaited && this.#slots.used >= this.#slots.size) this.#waited += 1;
      if (this.#waited >= manyTasks) this.#makeRoom();
      const release = await this.#slots.acquire({
        isUrgent: awaited !== undefined,
        signal: anySignal(limits.signal, awaited?.signal),
      });
      onTurn();
      return await this.#runInTurn(name, input, limits, release);
    } finally {
      clearInterval(notShort);
    }
  }

  async #runInTurn<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    limits: TaskLimits,
    release: Release,
  ): Promise<Tasks[Name]["output"]> {
    const isAlone = opensAlone(input);
    let worker: Worker | undefined;
    try {
      worker = (isAlone ? undefined : this.#idle.pop()) ?? this.#start();
      this.#stayAwake();
      return await worker.run(name, input, limits);
    } finally {
      this.#stayAwake();
      if (worker?.isUsable && !isAlone) this.#idle.push(worker);
      else if (worker) this.#retire(worker);
      const isTakenOver = release();
      if (!isTakenOver && this.#all.size > this.#options.size) this.#retireIdle(this.#idle.length - 1);
    }
  }

  /** Kills every child. Running tasks end as if their child had crashed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#slots.close(
      new AppError("unavailable", "server-stopping", "The server is stopping. Please try again in a moment."),
    );
    clearTimeout(this.#cooldown);
    clearTimeout(this.#idleTimer);
    const all = [...this.#all];
    for (const worker of all) worker.kill();
    await Promise.all(all.map((worker) => worker.exited));
  }

  #stayAwake(): void {
    clearTimeout(this.#cooldown);
    clearTimeout(this.#idleTimer);
    if (this.#isStopped) return;
    this.#idleTimer = setTimeout(() => this.#calmDown(), idleMs);
    this.#cooldown = setTimeout(() => this.#coolDown(), this.#options.cooldownMs ?? defaultCooldownMs);
    this.#idleTimer.unref();
    this.#cooldown.unref();
  }

  /** One more task may run than run now; while a child starts, this waits for it. */
  #makeRoom(): void {
    if ([...this.#all].some(({ isStarting }) => isStarting)) return;
    this.#waited = 0;
    const { used, size } = this.#slots;
    this.#slots.resize(Math.min(Math.max(size, used + 1), this.#options.size));
    this.#warmOneUp();
  }

  #calmDown(): void {
    if (this.#slots.used > 0) {
      this.#stayAwake();
      return;
    }
    this.#waited = 0;
    this.#slots.resize(1);
    this.#retireIdle(1);
  }

  #coolDown(): void {
    this.#cooldown = undefined;
    if (this.#slots.used > 0) this.#stayAwake();
    else this.#retireIdle(0);
  }

  #warmOneUp(): void {
    const hasRoom = this.#all.size < this.#slots.size && this.#idle.length === 0;
    if (this.#keepsWarm && this.#cooldown !== undefined && hasRoom && !this.#isStopped)
      this.#idle.push(this.#start());
  }

  #start(): Worker {
    const { command, log } = this.#options;
    this.#sandbox ??= this.#options.sandbox();
    const worker = new Worker(command, { ...this.#options, sandbox: this.#sandbox });
    this.#all.add(worker);
    void worker.exited.then((exitCode) => {
      log.debug({ exitCode }, "a child process ended");
      this.#forget(worker);
      if (worker.wasReady) this.#warmOneUp();
      else if (!worker.wasKilled) log.error({ exitCode }, "a child process ended while it was starting");
    });
    return worker;
  }

  /** Keeps this many idle children, the most recently used ones. */
  #retireIdle(kept: number): void {
    for (const worker of this.#idle.slice(0, Math.max(0, this.#idle.length - kept))) this.#retire(worker);
  }

  #retire(worker: Worker): void {
    this.#forget(worker);
    worker.kill();
  }

  #forget(worker: Worker): void {
    this.#all.delete(worker);
    this.#idle = this.#idle.filter((one) => one !== worker);
  }
}

function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
