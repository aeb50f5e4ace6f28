import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { TaskName, Tasks } from "./tasks.ts";
import { Worker, type WorkerFolders } from "./worker.ts";

export type WorkerPoolOptions = WorkerFolders & {
  /** Most children at a time. */
  size: number;
  /** The command that becomes a child (jobs/work.ts). */
  command: string[];
  log: Log;
};

const idleMs = 60_000;
/** While a longer task has the warm child, another one gets warm. */
const shortTaskMs = 500;

/**
 * The child processes in which documents are opened. Children are started when there is work, one stays warm,
 * and one that died or is worn out is replaced: a hostile document costs its own job and nothing else.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: (() => void)[] = [];
  #keepsWarm = false;
  #stopped = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.size;
  }

  /** From now on one child waits for work whenever there is room, so that a small document need not wait for it. */
  warm(): void {
    this.#keepsWarm = true;
    this.#keepOneWarm();
  }

  /** Runs a task in a child of its own; the errors are those of Worker.run. `timeoutMs` is wall time at work. */
  async run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]["input"],
    timeoutMs: number,
  ): Promise<Tasks[Name]["output"]> {
    const worker = await this.#take();
    const spare = setTimeout(() => this.#keepOneWarm(), shortTaskMs);
    try {
      return await worker.run(name, input, timeoutMs);
    } finally {
      clearTimeout(spare);
      this.#putBack(worker);
    }
  }

  /** Kills every child. Tasks still running end as if their child had died. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const all = [...this.#all];
    for (const worker of all) worker.kill();
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all(all.map((worker) => worker.exited));
  }

  async #take(): Promise<Worker> {
    while (!this.#stopped) {
      const idle = this.#idle.pop();
      if (idle) return idle;
      if (this.#all.size < this.#options.size) return this.#start();
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
    throw new AppError("unavailable", "The server is stopping. Please try again in a moment.");
  }

  #putBack(worker: Worker): void {
    if (worker.isUsable) this.#rest(worker);
    else this.#retire(worker);
    this.#waiting.shift()?.();
  }

  #rest(worker: Worker): void {
    this.#idle.push(worker);
    const timer = setTimeout(() => {
      if (this.#idle.length > 1 && this.#idle.includes(worker)) this.#retire(worker);
    }, idleMs);
    timer.unref();
  }

  #start(): Worker {
    const worker = new Worker(this.#options.command, this.#options);
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
    if (this.#keepsWarm && !this.#stopped && hasRoom && this.#idle.length === 0)
      this.#idle.push(this.#start());
  }
}
