import { AppError } from "../../errors.ts";

/** Limits a user's concurrent uploads. Each server counts its own: this only spreads its load. */
export class UploadSlots {
  readonly #max: number;
  readonly #underWay = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a slot until the returned function is called. Throws `rate_limited` if the user has none left. */
  take(userId: string): () => void {
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
    return () => this.#leave(userId);
  }

  #leave(userId: string): void {
    const left = (this.#underWay.get(userId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(userId, left);
    else this.#underWay.delete(userId);
  }
}
