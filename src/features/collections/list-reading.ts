import { AppError } from "../../errors.ts";
import { Semaphore } from "../../platform/semaphore.ts";

/** A list takes a second. Longer queues would only make everyone wait. */
const most = { perAddress: 8, inAll: 32 };

/**
 * Lists of files are read one after the other, so that the other child processes stay free for documents. Only a few
 * may wait, and those of one network address never take all places.
 */
export class ListReading {
  readonly #turn = new Semaphore(1);
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  /**
   * Runs `read` when it is its turn. Throws `rate_limited` if too many are waiting, and the signal's reason if it
   * aborts first.
   */
  async run<Result>(address: string, read: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const leave = this.#enter(address);
    try {
      const release = await this.#turn.acquire({ signal });
      try {
        return await read();
      } finally {
        release();
      }
    } finally {
      leave();
    }
  }

  #enter(address: string): () => void {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    if (ofAddress >= most.perAddress || this.#all >= most.inAll) {
      throw new AppError(
        "rate_limited",
        "too-many-lists-at-once",
        "Many lists of files are being read at the moment. Please try again in a few seconds.",
        { retryAfterSeconds: 5 },
      );
    }
    this.#byAddress.set(address, ofAddress + 1);
    this.#all += 1;
    return () => {
      this.#all -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    };
  }
}
