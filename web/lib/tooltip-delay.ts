const openDelayMs = 700;
const skipWithinMs = 300;

/**
 * When the last tooltip closed, milliseconds of the page's clock; shared by all, so that a row of buttons reads fast.
 */
let lastClosed = Number.NEGATIVE_INFINITY;

export function tooltipClosed(now: number): void {
  lastClosed = now;
}

/** How long the next tooltip waits before it opens. */
export function tooltipDelay(now: number): number {
  return now - lastClosed < skipWithinMs ? 0 : openDelayMs;
}
