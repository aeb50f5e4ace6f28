/** A mutex that callers acquire in the order in which they asked. */
export class Mutex {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isHeld = false;
    }
  }
}
