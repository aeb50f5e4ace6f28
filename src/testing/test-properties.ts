/** Test support: how long properties are tried. What fails names its seed and the smallest example. */
import type { Parameters } from "fast-check";

/**
 * As many examples as two seconds give, at most so many. They are the same in every run, so that a check that was green
 * stays green until something changes; `bun run fuzz` looks for new ones.
 */
export const forTwoSeconds = <Values>(numRuns = 2_000): Parameters<Values> => ({
  seed: 2026,
  numRuns,
  interruptAfterTimeLimit: 2_000,
});
