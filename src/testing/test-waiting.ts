/** Test support: waiting for what other parts do in their own time. */

/** Far more than anything takes on a busy machine, and less than a test may: only what never comes takes so long. */
const longestMs = 500_000;

/** Resolves as soon as it is so; `what` is what a test says that waited in vain. */
export async function until(what: string, isSo: () => unknown): Promise<void> {
  const deadline = performance.now() + longestMs;
  for (let pauseMs = 2; !(await isSo()); pauseMs = Math.min(pauseMs + 2, 40)) {
    if (performance.now() > deadline) throw new Error(`Not within ${longestMs / 1_000} seconds: ${what}`);
    await Bun.sleep(pauseMs);
  }
}
