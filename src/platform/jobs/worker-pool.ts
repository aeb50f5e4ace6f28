import { AppError } from "../../errors.ts";
import type { Log } from "../log.ts";
import type { ChildSandbox } from "./child-sandbox.ts";
import type { TaskName, Tasks } from "./tasks.ts";
import { type TaskLimits, Worker, type WorkerFolders } from "./worker.ts";

export type WorkerPoolOptions = WorkerFolders & {
  /** Most children at a time. */
  size: number;
  /** The command that becomes a child (worker-main.ts). */
  command: string[];
  log: Log;
  /** Where children open documents; asked for when the first one is started. */
  sandbox: () => ChildSandbox;
  /** After so long without work or the announcement of any, no child is kept. Five minutes. */
  cooldownMs?: number;
};

/** Somebody sits and waits for the answer; `signal` says that nobody does any more. */
export type Awaited = { signal?: AbortSignal };

/** What the server asks of its children; something else may stand in for them. */
export type Workers = Pick<WorkerPool, "size" | "keepWarm" | "expectTask" | "run" | "stop">;

type Waiting = { wake: () => void; isAwaited: boolean };

/** Beyond `size`, for tasks that somebody waits for: all others may be at work on documents for minutes. */
const reserved = 1;
const idleMs = 60_000;
const defaultCooldownMs = 300_000;
/** While a longer task has the warm child, another one gets warm. */
const shortTaskMs = 500;

/**
 * The child processes in which documents are opened. Children are started when there is work; one stays warm until
 * there was none for minutes, and one that died or is worn out is replaced: a hostile document costs its own job and
 * nothing else.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  #sandbox: ChildSandbox | undefined;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  /** When each of them has rested long enough. */
  readonly #restEnds = new WeakMap<Worker, Timer>();
  #waiting: Waiting[] = [];
  #keepsWarm = false;
  /** Set while there is work, or was not long ago. */
  #restBegins: Timer | undefined;
  #stopped = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  /** From now on a child gets warm as soon as work is announced, so that a small document need not wait for it. */
  keepWarm(): void {
    this.#keepsWarm = true;
  }

  /** Announces work: somebody sends a document. */
  expectTask(): void {
    this.#stayAwake();
    this.#keepOneWarm();
  }

  /**
   * Runs a task in a child of its own; the errors are those of Worker.run. A task that is `awaited` goes before the
   * others and has a child in reserve when all are at work; it rejects with the signal's reason as soon as nobody
   * waits for it, and is not begun then.
   */
  async run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    limits: TaskLimits,
    awaited?: Awaited,
  ): Promise<Tasks[Name]["output"]> {
    const worker = await this.#take(awaited);
    this.#stayAwake();
    const spare = setTimeout(() => this.#keepOneWarm(), shortTaskMs);
    try {
      return await worker.run(name, input, limits);
    } finally {
      clearTimeout(spare);
      this.#stayAwake();
      this.#putBack(worker);
    }
  }

  /** Kills every child. Tasks still running end as if their child had died. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#restBegins);
    const all = [...this.#all];
    for (const worker of all) worker.kill();
    for (const { wake } of this.#waiting.splice(0)) wake();
    await Promise.all(all.map((worker) => worker.exited));
  }

  async #take(awaited?: Awaited): Promise<Worker> {
    const isAwaited = awaited !== undefined;
    const most = this.#options.size + (isAwaited ? reserved : 0);
    while (!this.#stopped) {
      if (awaited?.signal?.aborted) this.#wakeNext();
      awaited?.signal?.throwIfAborted();
      const idle = this.#idle.pop();
      if (idle) return idle;
      if (this.#all.size < most) return this.#start();
      await this.#turn(isAwaited, awaited?.signal);
    }
    throw new AppError(
      "unavailable",
      "server-stopping",
      "The server is stopping. Please try again in a moment.",
    );
  }

  /** Resolves when a child may be free, or when nobody waits any more. */
  async #turn(isAwaited: boolean, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const waiting = { wake, isAwaited };
    this.#waiting.push(waiting);
    signal?.addEventListener("abort", wake, { once: true });
    await promise;
    signal?.removeEventListener("abort", wake);
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
  }

  #putBack(worker: Worker): void {
    const isBeyond = this.#all.size > this.#options.size;
    const isReserve = isBeyond && !this.#waiting.some(({ isAwaited }) => isAwaited);
    if (worker.isUsable && !isReserve) this.#rest(worker);
    else this.#retire(worker);
    if (!isReserve) this.#wakeNext();
  }

  #wakeNext(): void {
    const next = this.#waiting.find(({ isAwaited }) => isAwaited) ?? this.#waiting[0];
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next?.wake();
  }

  #rest(worker: Worker): void {
    this.#idle.push(worker);
    clearTimeout(this.#restEnds.get(worker));
    const restEnd = setTimeout(() => {
      if (this.#idle.length > 1 && this.#idle.includes(worker)) this.#retire(worker);
    }, idleMs);
    restEnd.unref();
    this.#restEnds.set(worker, restEnd);
  }

  #stayAwake(): void {
    clearTimeout(this.#restBegins);
    if (this.#stopped) return;
    this.#restBegins = setTimeout(() => this.#beginRest(), this.#options.cooldownMs ?? defaultCooldownMs);
    this.#restBegins.unref();
  }

  #beginRest(): void {
    const isAtWork = this.#all.size > this.#idle.length;
    if (isAtWork) {
      this.#stayAwake();
      return;
    }
    this.#restBegins = undefined;
    for (const worker of [...this.#idle]) this.#retire(worker);
  }

  #start(): Worker {
    this.#sandbox ??= this.#options.sandbox();
    const worker = new Worker(this.#options.command, { ...this.#options, sandbox: this.#sandbox });
    this.#all.add(worker);
    worker.exited.then((exitCode) => {
      this.#options.log.debug({ exitCode }, "a child process ended");
      this.#forget(worker);
      if (worker.wasReady) this.#keepOneWarm();
      else this.#options.log.error({ exitCode }, "a child process ended while it was starting");
    });
    return worker;
  }

  #retire(worker: Worker): void {
    this.#forget(worker);
    worker.kill();
  }

  #forget(worker: Worker): void {
    this.#all.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  #keepOneWarm(): void {
    const hasRoom = this.#all.size < this.#options.size;
    const isAwake = this.#restBegins !== undefined;
    if (this.#keepsWarm && isAwake && !this.#stopped && hasRoom && this.#idle.length === 0)
      this.#idle.push(this.#start());
  }
}
