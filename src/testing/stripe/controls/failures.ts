/**
 * How a planned failure goes wrong:
 * - `not done`: answers 503 without doing anything; the same key may be tried again
 * - `done, reported as failed`: does it, answers 500, and repeats that 500 for the same key, as Stripe does
 * - `done, answer lost`: does it and cuts the connection; a retry with the same key gets the true answer
 * - `hang`: does nothing and does not answer until the failures are cleared
 */
export type FailureMode = "not done" | "done, reported as failed" | "done, answer lost" | "hang";

export type FailurePlan = {
  mode: FailureMode;
  /** How many calls fail; 1 if not given. The official client retries by itself, each retry is a call. */
  times?: number;
  /** Only calls with this method, such as "POST". */
  method?: string;
  /** Only calls whose path begins so, such as "/v1/payment_intents". */
  path?: string;
};

/** The failures that a test has planned for the calls to come. */
export class Failures {
  private plans: (FailurePlan & { times: number })[] = [];
  private waiting: (() => void)[] = [];

  plan(plan: FailurePlan): void {
    this.plans.push({ times: 1, ...plan });
  }

  /** Ends all plans and lets hanging calls go on to fail with 503. */
  clear(): void {
    this.plans = [];
    for (const release of this.waiting.splice(0)) release();
  }

  /** The failure that this call must suffer, if any; counts it. */
  next(method: string, path: string): FailureMode | undefined {
    const plan = this.plans.find(
      (one) => (one.method ?? method) === method && path.startsWith(one.path ?? ""),
    );
    if (plan === undefined) return undefined;
    plan.times -= 1;
    this.plans = this.plans.filter((one) => one.times > 0);
    return plan.mode;
  }

  /** Calls that hang now. */
  hanging(): number {
    return this.waiting.length;
  }

  hang(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
