/**
 * Lets what is asked for often be done seldom. For each key one run at a time, and the next not before `cooldownMs` after
 * the last began; everybody who asks meanwhile shares it. So no answer is older than its question.
 */
export class SingleFlight {
  /** What has not begun yet: whoever asks now may share it. */
  private readonly waiting = new Map<string, Promise<void>>();
  /** Resolves when the last run is over and its rest as well. */
  private readonly rested = new Map<string, Promise<unknown>>();

  constructor(private readonly cooldownMs: number) {}

  /** Resolves or rejects as the run does that begins after this call. */
  join(key: string, work: () => Promise<void>): Promise<void> {
    const shared = this.waiting.get(key);
    if (shared) return shared;
    const before = this.rested.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.begin(key, work));
    this.waiting.set(key, mine);
    return mine;
  }

  private begin(key: string, work: () => Promise<void>): Promise<void> {
    this.waiting.delete(key);
    const run = work();
    const rested = Promise.allSettled([run, Bun.sleep(this.cooldownMs)]).then(() => {
      if (this.rested.get(key) === rested && !this.waiting.has(key)) this.rested.delete(key);
    });
    this.rested.set(key, rested);
    return run;
  }
}
