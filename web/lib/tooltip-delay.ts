const openDelayMs = 700;
const skipWithinMs = 300;

/**
 * When the last tooltip closed, in milliseconds of the page's clock; shared, so that the next tooltip of a row opens
 * quickly.
 */
let lastClosed = Number.NEGATIVE_INFINITY;

export function tooltipClosed(now: number): void {
  lastClosed = now;
}

/** The delay before the next tooltip opens. */
export function tooltipDelay(now: number): number {
  return now - lastClosed < skipWithinMs ? 0 : openDelayMs;
}
