type Window = { count: number; endsAt: number };

const sweepEveryMs = 60_000;

/** Counts attempts in windows, in memory only. Expired windows are removed within a minute or two. */
export class MemoryRateLimiter {
  readonly #windows = new Map<string, Window>();
  #sweptAt = 0;

  /**
   * Counts one attempt and returns its window. `now` and the window's end are milliseconds since 1970 UTC. No window
   * lasts longer than `windowMs` from now, even if the clock was ahead and has been corrected.
   */
  count(bucket: string, windowMs: number, now: number): Readonly<Window> {
    this.#sweep(now);
    const known = this.#windows.get(bucket);
    const isOpen = known !== undefined && known.endsAt > now;
    const window = isOpen
      ? { count: known.count + 1, endsAt: Math.min(known.endsAt, now + windowMs) }
      : { count: 1, endsAt: now + windowMs };
    this.#windows.set(bucket, window);
    return window;
  }

  get size(): number {
    return this.#windows.size;
  }

  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < sweepEveryMs) return;
    this.#sweptAt = now;
    for (const [bucket, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(bucket);
  }
}
