/** How long something may go on before it is checked again. */
const recheckMs = 1_000;

/**
 * Passes on the parts of a long download, and calls `check` before the next part once a second has passed since the
 * last time: if it rejects, the download is broken off.
 */
export async function* rechecked(
  { now }: { now: () => number },
  parts: AsyncGenerator<Uint8Array>,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let checkedAt = now();
  for await (const part of parts) {
    if (Math.abs(now() - checkedAt) >= recheckMs) {
      await check();
      checkedAt = now();
    }
    yield part;
  }
}
