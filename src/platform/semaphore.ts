/** Releases the slot. True if a waiting task took it over. */
export type Release = () => boolean;

export type SlotRequest = {
  /** Takes precedence over others and may use the reserved slots. */
  isUrgent?: boolean;
  /** Leaves the queue if it aborts. */
  signal?: AbortSignal;
};

type Waiting = { isUrgent: boolean; start: () => void; fail: (reason: unknown) => void };

/** At most `size` tasks at a time, plus `reserved` urgent ones; the others wait in order. */
export class Semaphore {
  readonly #size: number;
  readonly #reserved: number;
  #used = 0;
  #waiting: Waiting[] = [];
  #closed: Error | undefined;

  constructor(size: number, reserved = 0) {
    this.#size = size;
    this.#reserved = reserved;
  }

  get used(): number {
    return this.#used;
  }

  /** Resolves when a slot is free. Rejects with the signal's reason if that aborts first. */
  async acquire({ isUrgent = false, signal }: SlotRequest = {}): Promise<Release> {
    if (this.#closed) throw this.#closed;
    signal?.throwIfAborted();
    if (this.#hasRoom(isUrgent)) this.#used += 1;
    else await this.#wait(isUrgent, signal);
    if (this.#closed) throw this.#closed;
    return () => this.#release();
  }

  /** Rejects every waiting and later task with `reason`. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const { fail } of this.#waiting.splice(0)) fail(reason);
  }

  async #wait(isUrgent: boolean, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { isUrgent, start: resolve, fail: reject };
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(signal?.reason);
    };
    this.#waiting.push(waiting);
    signal?.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  #release(): boolean {
    this.#used -= 1;
    const next =
      this.#waiting.find(({ isUrgent }) => isUrgent) ?? (this.#hasRoom(false) ? this.#waiting[0] : undefined);
    if (!next) return false;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#used += 1;
    next.start();
    return true;
  }

  #hasRoom(isUrgent: boolean): boolean {
    return this.#used < this.#size + (isUrgent ? this.#reserved : 0);
  }
}
