import { AsyncLocalStorage } from "node:async_hooks";

/** A limit after an attempt was counted: `left` of `max` attempts in a window of `windowMs`, until it ends. */
export type CountedLimit = { name: string; max: number; windowMs: number; left: number; endsInMs: number };

/** Kept beside the parameters: limits are counted deep inside of features, and only the answer's headers need them. */
const storage = new AsyncLocalStorage<CountedLimit[]>();

/** Runs `act`, and adds the limits in which it counts to `counted`. */
export function collectLimits<Result>(counted: CountedLimit[], act: () => Result): Result {
  return storage.run(counted, act);
}

/** Tells the request in which this runs, if it is one. */
export function noteLimit(limit: CountedLimit): void {
  storage.getStore()?.push(limit);
}
