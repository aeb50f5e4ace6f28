/** Notices when nothing comes or goes any more. Its signal is aborted then, and when the user wants to stop. */
export class StallWatch {
  readonly signal: AbortSignal;
  readonly #maxMs: number;
  readonly #stalled = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(maxMs: number, stop: AbortSignal) {
    this.#maxMs = maxMs;
    this.signal = AbortSignal.any([stop, this.#stalled.signal]);
  }

  /** The network has to do something within the limit, from now on. */
  expect(): void {
    this.rest();
    this.#timer = setTimeout(() => {
      this.#stalled.abort(new Error(`nothing came or went for ${this.#maxMs / 1000} s`));
    }, this.#maxMs);
  }

  /** Nothing is expected: it is over, or our own disk is at work. */
  rest(): void {
    clearTimeout(this.#timer);
  }
}
