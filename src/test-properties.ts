/** Test support: how long properties are tried. What fails names its seed and the smallest example. */
import type { Parameters } from "fast-check";

/** As many examples as two seconds give, at most so many. */
export const forTwoSeconds = <Values>(numRuns = 2_000): Parameters<Values> => ({
  numRuns,
  interruptAfterTimeLimit: 2_000,
});
