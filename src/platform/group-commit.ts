/**
 * Groups concurrent writes into one commit. One batch at a time: writes that arrive while a batch is being committed
 * form the next one. A single write does not wait.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: Item[]) => Promise<Result[]>;
  #waiting: Waiting<Item, Result>[] = [];
  #isWriting = false;

  /**
   * `commit` writes all items or none, and returns one result for each. If it fails for several, each is retried
   * alone, so that none fails because of another.
   */
  constructor(commit: (items: Item[]) => Promise<Result[]>) {
    this.#commit = commit;
  }

  add(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    void this.#write();
    return promise;
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxBatch);
      this.#waiting = this.#waiting.slice(maxBatch);
      if (!(await this.#settle(batch))) for (const one of batch) await this.#settle([one]);
    }
    this.#isWriting = false;
  }

  /** False if several failed together. */
  async #settle(batch: Waiting<Item, Result>[]): Promise<boolean> {
    try {
      const results = await this.#commit(batch.map(({ item }) => item));
      for (const [at, result] of results.entries()) batch[at]?.resolve(result);
    } catch (error) {
      if (batch.length > 1) return false;
      for (const { reject } of batch) reject(error);
    }
    return true;
  }
}

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

const maxBatch = 64;
