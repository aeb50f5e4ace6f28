/** Aborts its signal when no data has moved for too long, and when the user cancels. */
export class StallWatch {
  readonly signal: AbortSignal;
  readonly #maxMs: number;
  readonly #stalled = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(maxMs: number, stop: AbortSignal) {
    this.#maxMs = maxMs;
    this.signal = AbortSignal.any([stop, this.#stalled.signal]);
  }

  /** Restarts the timeout: the network has to make progress within the limit. */
  expect(): void {
    this.rest();
    this.#timer = setTimeout(() => {
      this.#stalled.abort(new Error(`nothing came or went for ${this.#maxMs / 1000} s`));
    }, this.#maxMs);
  }

  /** Pauses the timeout: the work is done, or the local disk is busy. */
  rest(): void {
    clearTimeout(this.#timer);
  }
}
