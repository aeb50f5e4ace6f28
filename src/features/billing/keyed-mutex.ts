/** Lets work on the same thing run one after the other, in the order of asking. Other things do not wait. */
export class OneAtATime {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Resolves or rejects as `work` does; a failure of what came before does not matter. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }
}
