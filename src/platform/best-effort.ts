import { waitingBriefly } from "../../db/sqlite-engine.ts";
import type { Logger } from "./logger.ts";

/**
 * After a failure, the same work is skipped for this long: a full disk or a locked database needs time to recover.
 */
const pauseMs = 5_000;

/** Runs work that must neither make a request fail nor delay it for long, e.g. recording the last use of a token. */
export class BestEffort {
  readonly #log: Logger;
  readonly #now: () => number;
  /** When each failing kind of work was last tried. */
  readonly #failing = new Map<string, number>();

  constructor(log: Logger, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Never rejects. Logs the first of several failures in a row, and the success after them. */
  async attempt(what: string, work: () => void | Promise<void>): Promise<void> {
    const failedAt = this.#failing.get(what);
    if (failedAt !== undefined && Math.abs(this.#now() - failedAt) < pauseMs) return;
    try {
      await waitingBriefly(work);
      if (this.#failing.delete(what)) this.#log.info({ what }, "best-effort work succeeds again");
    } catch (error) {
      if (!this.#failing.has(what))
        this.#log.warn({ what, err: error }, "best-effort work failed and was skipped");
      this.#failing.set(what, this.#now());
    }
  }
}
