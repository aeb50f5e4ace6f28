import { AppError } from "../../errors.ts";

/**
 * Limits a user's concurrent uploads, and knows how much all of them may still store. Each server counts its own: this
 * only spreads its load.
 */
export class UploadSlots {
  readonly #max: number;
  readonly #underWay = new Map<string, number>();
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** The announced size of all uploads under way. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a slot until the returned function is called. Throws `rate_limited` if the user has none left. */
  take(userId: string, bytes: number): () => void {
    const underWay = this.#underWay.get(userId) ?? 0;
    if (underWay >= this.#max) {
      throw new AppError(
        "rate_limited",
        "too-many-uploads-at-once",
        "Please wait until your other uploads have finished.",
        {
          retryAfterSeconds: 5,
        },
      );
    }
    this.#underWay.set(userId, underWay + 1);
    this.#bytes += bytes;
    return () => this.#leave(userId, bytes);
  }

  #leave(userId: string, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#underWay.get(userId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(userId, left);
    else this.#underWay.delete(userId);
  }
}
