/** Aborts its signal when no data has moved for too long, and when the user cancels. */
export class IdleTimeout {
  readonly signal: AbortSignal;
  readonly #maxMs: number;
  readonly #timedOut = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(maxMs: number, stop: AbortSignal) {
    this.#maxMs = maxMs;
    this.signal = AbortSignal.any([stop, this.#timedOut.signal]);
  }

  /** Restarts the timeout: the network has to make progress within the limit. */
  restart(): void {
    this.pause();
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => {
      this.#timedOut.abort(new Error(`no data was sent or received for ${this.#maxMs / 1000} s`));
    }, this.#maxMs);
  }

  /** Pauses the timeout: the work is done, or the local disk is busy. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the timeout: what a refused upload still sends does not start it again, and keep the program from ending. */
  end(): void {
    this.#hasEnded = true;
    this.pause();
  }
}
