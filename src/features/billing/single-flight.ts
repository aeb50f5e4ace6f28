/**
 * Coalesces calls per key, with a cooldown. One run at a time, and the next one starts `cooldownMs` after the last one
 * began; calls in between share it. The run always begins after the call, so no result is older than the call.
 */
export class SingleFlight {
  /** Runs that have not begun: calls may still share them. */
  readonly #waiting = new Map<string, Promise<void>>();
  /** Resolves when the last run and its cooldown are over. */
  readonly #rested = new Map<string, Promise<unknown>>();

  constructor(
    private readonly cooldownMs: number,
    private readonly pause: (ms: number) => Promise<unknown> = Bun.sleep,
  ) {}

  /** Resolves or rejects as the run does that begins after this call. */
  join(key: string, work: () => Promise<void>): Promise<void> {
    const shared = this.#waiting.get(key);
    if (shared !== undefined) return shared;
    const before = this.#rested.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.#begin(key, work));
    this.#waiting.set(key, mine);
    return mine;
  }

  #begin(key: string, work: () => Promise<void>): Promise<void> {
    this.#waiting.delete(key);
    const run = work();
    const rested = Promise.allSettled([run, this.pause(this.cooldownMs)]).then(() => {
      if (this.#rested.get(key) === rested && !this.#waiting.has(key)) this.#rested.delete(key);
    });
    this.#rested.set(key, rested);
    return run;
  }
}
