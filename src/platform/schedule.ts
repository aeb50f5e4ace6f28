import type { Logger } from "./logger.ts";

/** Gets a signal that aborts when the server stops: after that the task should start and write nothing. */
export type PeriodicTask = (signal: AbortSignal) => unknown;

/**
 * The periodic work of a server. A task runs immediately and then at its interval, and never twice at the same time. If
 * it fails, the error is logged once and the task runs again at the next interval.
 */
export class Schedule {
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  readonly #timers: Timer[] = [];
  readonly #running = new Map<string, Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  every(intervalMs: number, name: string, task: PeriodicTask): void {
    const runUnlessRunning = () => {
      if (this.#running.has(name)) return;
      const run = this.#run(name, task).finally(() => this.#running.delete(name));
      this.#running.set(name, run);
    };
    runUnlessRunning();
    this.#timers.push(setInterval(runUnlessRunning, intervalMs));
  }

  /** Starts no more tasks and waits for the running ones, at most this long. */
  async stop(maxWaitMs: number): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort();
    await Promise.race([Promise.all(this.#running.values()), Bun.sleep(maxWaitMs)]);
  }

  async #run(name: string, task: PeriodicTask): Promise<void> {
    try {
      await task(this.#stopping.signal);
    } catch (error) {
      this.#log.error({ task: name, err: error }, "periodic work failed; it runs again at the next interval");
    }
  }
}
