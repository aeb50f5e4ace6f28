/**
 * How a planned failure behaves:
 * - `not done`: answers 503 and does nothing; the same key may be tried again
 * - `done, reported as failed`: does it, answers 500, and repeats that 500 for the same key, as Stripe does
 * - `done, answer lost`: does it and cuts the connection; a retry with the same key gets the true answer
 * - `hang`: does nothing and does not answer until the failures are cleared
 */
export type FailureMode = "not done" | "done, reported as failed" | "done, answer lost" | "hang";

export type FailurePlan = {
  mode: FailureMode;
  /** How many calls fail; 1 by default. Each of the client's retries is a call. */
  times?: number;
  /** Only calls with this method. */
  method?: string;
  /** Only calls whose path starts with this. */
  path?: string;
};

/** The failures that a test has planned for later calls. */
export class Failures {
  #plans: (FailurePlan & { times: number })[] = [];
  #hanging: (() => void)[] = [];

  plan(plan: FailurePlan): void {
    this.#plans.push({ times: 1, ...plan });
  }

  /** Cancels all plans; hanging calls are answered with 503. */
  clear(): void {
    this.#plans = [];
    for (const release of this.#hanging.splice(0)) release();
  }

  /** The failure planned for this call, if any. */
  next(method: string, path: string): FailureMode | undefined {
    const plan = this.#plans.find(
      (one) => (one.method ?? method) === method && path.startsWith(one.path ?? ""),
    );
    if (plan === undefined) return undefined;
    plan.times -= 1;
    this.#plans = this.#plans.filter((one) => one.times > 0);
    return plan.mode;
  }

  hang(): Promise<void> {
    return new Promise((resolve) => this.#hanging.push(resolve));
  }

  countHanging(): number {
    return this.#hanging.length;
  }
}
