/** Test support: the number of examples tried per property. A failure reports its seed and the smallest example. */
import type { Parameters } from "fast-check";

/**
 * As many examples as fit into two seconds, at most this many. They are the same in every run, so that a check that
 * passed keeps passing until something changes; `bun run fuzz` looks for new ones.
 */
export const forTwoSeconds = <Values>(numRuns = 2_000): Parameters<Values> => ({
  seed: 2026,
  numRuns,
  interruptAfterTimeLimit: 2_000,
});
