/** Releases the slot. True if a waiting task took it over. */
export type Release = () => boolean;

export type SlotRequest = {
  /** Takes precedence over others and may use the reserved slots. */
  isUrgent?: boolean;
  /**
   * Whose task it is: of those that wait, the one goes first whose owner has the fewest at work, and among equals the
   * one that waits longest since its owner's last turn.
   */
  owner?: string;
  /** Leaves the queue if it aborts. */
  signal?: AbortSignal;
};

type Waiting = {
  isUrgent: boolean;
  owner: string | undefined;
  /** The turn after which it came. */
  since: number;
  start: () => void;
  fail: (reason: unknown) => void;
};

/** At most `size` tasks at a time, plus `reserved` urgent ones; the others wait, in order and by owner. */
export class Semaphore {
  #size: number;
  readonly #reserved: number;
  #used = 0;
  /** The number of tasks at work by owner. */
  readonly #owners = new Map<string, number>();
  /** When each owner that still has tasks had its last turn, counted in turns. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
  #waiting: Waiting[] = [];
  #closed: Error | undefined;

  constructor(size: number, reserved = 0) {
    this.#size = size;
    this.#reserved = reserved;
  }

  get used(): number {
    return this.#used;
  }

  get size(): number {
    return this.#size;
  }

  /** Changes `size`. Waiting tasks begin if there is room now; none that has begun is interrupted. */
  resize(size: number): void {
    this.#size = size;
    while (this.#beginNext());
  }

  /** Resolves when a slot is free. Rejects with the signal's reason if that aborts first. */
  async acquire({ isUrgent = false, owner, signal }: SlotRequest = {}): Promise<Release> {
    if (this.#closed) throw this.#closed;
    signal?.throwIfAborted();
    if (this.#hasRoom(isUrgent)) this.#begin(owner);
    else await this.#wait(isUrgent, owner, signal);
    if (this.#closed) throw this.#closed;
    return () => this.#release(owner);
  }

  /** Rejects every waiting and later task with `reason`. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const { fail } of this.#waiting.splice(0)) fail(reason);
  }

  async #wait(isUrgent: boolean, owner: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { isUrgent, owner, since: this.#turns, start: resolve, fail: reject };
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      this.#forgetIfDone(owner);
      reject(signal?.reason);
    };
    this.#waiting.push(waiting);
    signal?.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  #begin(owner: string | undefined): void {
    this.#used += 1;
    this.#turns += 1;
    if (owner === undefined) return;
    this.#owners.set(owner, this.#atWork(owner) + 1);
    this.#lastTurns.set(owner, this.#turns);
  }

  #release(owner: string | undefined): boolean {
    this.#used -= 1;
    if (owner !== undefined) this.#owners.set(owner, this.#atWork(owner) - 1);
    this.#forgetIfDone(owner);
    return this.#beginNext();
  }

  #forgetIfDone(owner: string | undefined): void {
    if (owner === undefined || this.#atWork(owner) > 0) return;
    this.#owners.delete(owner);
    if (!this.#waiting.some((one) => one.owner === owner)) this.#lastTurns.delete(owner);
  }

  /** Begins the waiting task whose turn it is. False if there is none, or no room. */
  #beginNext(): boolean {
    const urgent = this.#hasRoom(true) ? this.#waiting.find(({ isUrgent }) => isUrgent) : undefined;
    const next = urgent ?? (this.#hasRoom(false) ? this.#fairest() : undefined);
    if (!next) return false;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#begin(next.owner);
    next.start();
    return true;
  }

  #fairest(): Waiting | undefined {
    return this.#waiting.toSorted(
      (one, other) =>
        this.#atWork(one.owner) - this.#atWork(other.owner) ||
        this.#waitsSince(one) - this.#waitsSince(other),
    )[0];
  }

  #atWork(owner: string | undefined): number {
    return owner === undefined ? 0 : (this.#owners.get(owner) ?? 0);
  }

  /** In turns. An owner who comes new goes before those who had the last turn, and after those who wait for longer. */
  #waitsSince({ owner, since }: Waiting): number {
    return Math.max(since - 1, owner === undefined ? 0 : (this.#lastTurns.get(owner) ?? 0));
  }

  #hasRoom(isUrgent: boolean): boolean {
    return this.#used < this.#size + (isUrgent ? this.#reserved : 0);
  }
}
