/** Who queued a job, and from which network address as counted by the rate limits. */
export type Sender = { userId: string; address: string };

/**
 * Notifies other parts of this process about committed changes. Only a shortcut for polling: the database is
 * authoritative, and a lost event does no harm.
 */
export class JobEvents {
  readonly #onQueued = new Set<(from?: Sender) => void>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Calls `listener` after a job was queued, until the returned function is called. */
  onQueued(listener: (from?: Sender) => void): () => void {
    this.#onQueued.add(listener);
    return () => this.#onQueued.delete(listener);
  }

  queued(from?: Sender): void {
    for (const listener of this.#onQueued) listener(from);
  }

  /** Resolves when the job about `subject` has ended, or after `timeoutMs`. */
  untilEnded(subject: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(subject) ?? new Set();
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0) this.#waiting.delete(subject);
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      this.#waiting.set(subject, waiting.add(end));
    });
  }

  ended(subject: string): void {
    for (const end of this.#waiting.get(subject) ?? []) end();
  }
}
