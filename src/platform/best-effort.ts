import type { Log } from "./log.ts";

/** A disk that is full, or a database that is held, is not asked for the same again in this time. */
const pauseMs = 5_000;

/** What nobody's answer may fail of: it is tried, and done another time where it cannot be. */
export class BestEffort {
  readonly #log: Log;
  readonly #now: () => number;
  /** When each that fails was tried last. */
  readonly #failing = new Map<string, number>();

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Never rejects. Of the failures in a row the first is logged, and the success that ends them. */
  async attempt(what: string, work: () => void | Promise<void>): Promise<void> {
    const failedAt = this.#failing.get(what);
    if (failedAt !== undefined && Math.abs(this.#now() - failedAt) < pauseMs) return;
    try {
      await work();
      if (this.#failing.delete(what)) this.#log.info({ what }, "it can be written again");
    } catch (error) {
      if (failedAt === undefined)
        this.#log.warn({ what, err: error }, "it could not be written; done without");
      this.#failing.set(what, this.#now());
    }
  }
}
