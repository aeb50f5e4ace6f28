/** Test support: waits for background work. */

/**
 * Much longer than anything takes on a busy machine, but shorter than a test's timeout, so only missing events reach
 * it.
 */
const longestMs = 500_000;

/** Resolves as soon as the condition is true; `what` is named in the error after a timeout. */
export async function until(what: string, isSo: () => unknown): Promise<void> {
  const deadline = performance.now() + longestMs;
  for (let pauseMs = 2; !(await isSo()); pauseMs = Math.min(pauseMs + 2, 40)) {
    if (performance.now() > deadline) throw new Error(`Not within ${longestMs / 1_000} seconds: ${what}`);
    await Bun.sleep(pauseMs);
  }
}
