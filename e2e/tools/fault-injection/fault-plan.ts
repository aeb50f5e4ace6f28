/**
 * How a call fails: without doing its work; after doing its work; or without doing its work, and so do all later calls,
 * as when a machine loses its disk or its power.
 */
export const faultModes = ["not done", "done, reported as failed", "dead from there on"] as const;
export type FaultMode = (typeof faultModes)[number];

/**
 * Counts the external calls of the program, to files, database, children and other machines, and makes the `at`th of
 * them fail, counted from 1.
 */
export class FaultPlan {
  /** The names of the calls so far. */
  readonly calls: string[] = [];
  readonly #at: number;
  readonly #mode: FaultMode;
  #isArmed = false;

  constructor(at: number, mode: FaultMode) {
    this.#at = at;
    this.#mode = mode;
  }

  /** From now on, calls are counted. */
  arm(): void {
    this.#isArmed = true;
  }

  /** From now on, everything works again. */
  disarm(): void {
    this.#isArmed = false;
  }

  get hasStruck(): boolean {
    return this.calls.length >= this.#at;
  }

  /** The call that was made to fail. */
  get struck(): string | undefined {
    return this.calls[this.#at - 1];
  }

  /** Counts a call; returns whether it has to fail before or after its work. */
  next(name: string): "before" | "after" | undefined {
    if (!this.#isArmed) return undefined;
    this.calls.push(name);
    const number = this.calls.length;
    if (this.#mode === "dead from there on") return number >= this.#at ? "before" : undefined;
    if (number !== this.#at) return undefined;
    return this.#mode === "not done" ? "before" : "after";
  }

  /** A synchronous call. */
  call<Result>(name: string, fault: () => Error, work: () => Result): Result {
    const fate = this.next(name);
    if (fate === "before") throw fault();
    const result = work();
    if (fate === "after") throw fault();
    return result;
  }

  async callLater<Result>(name: string, fault: () => Error, work: () => Promise<Result>): Promise<Result> {
    const fate = this.next(name);
    if (fate === "before") throw fault();
    const result = await work();
    if (fate === "after") throw fault();
    return result;
  }
}
