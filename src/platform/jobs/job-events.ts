/** Who queued a job, and from which network address as counted by the rate limits. */
export type Sender = { userId: string; address: string };

const lookAgainMs = 200;

/**
 * Notifies other parts of this process about committed changes. Only a shortcut for polling: the database is
 * authoritative, and a lost event does no harm.
 */
export class JobEvents {
  readonly #findOpen: ((subjects: string[]) => Promise<Set<string>>) | undefined;
  #isLooking = false;
  readonly #onQueued = new Set<(from?: Sender) => void>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * `findOpen` says which of the subjects still have an unfinished job. With it, the end of a job is noticed on
   * whichever server it ran: as long as anyone waits, the database is asked a few times per second.
   */
  constructor(findOpen?: (subjects: string[]) => Promise<Set<string>>) {
    this.#findOpen = findOpen;
  }

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
      void this.#lookWhileAnyoneWaits();
    });
  }

  async #lookWhileAnyoneWaits(): Promise<void> {
    if (!this.#findOpen || this.#isLooking) return;
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      await Bun.sleep(lookAgainMs);
      const subjects = [...this.#waiting.keys()];
      // If the database does not respond, the waiting callers check again themselves after their timeout.
      const open = await this.#findOpen(subjects).catch(() => new Set(subjects));
      for (const subject of subjects) if (!open.has(subject)) this.ended(subject);
    }
    this.#isLooking = false;
  }

  ended(subject: string): void {
    for (const end of this.#waiting.get(subject) ?? []) end();
  }
}
