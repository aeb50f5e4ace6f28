/** The progress of an upload; times in milliseconds. */
export type Transfer = { loaded: number; total: number; elapsedMs: number };

const quietMs = 3000;

export function computePercent({ loaded, total }: Transfer): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((loaded / total) * 100));
}

/** Remaining seconds at the average speed; undefined in the first three seconds, when the estimate would jump. */
export function secondsLeft({ loaded, total, elapsedMs }: Transfer): number | undefined {
  if (elapsedMs < quietMs || loaded === 0 || loaded >= total) return undefined;
  return ((total - loaded) * elapsedMs) / loaded / 1000;
}

/** The last quarter passed (0, 25 … 100), so that screen readers do not announce every percent. */
export function roundToQuarter(percent: number): number {
  return Math.floor(percent / 25) * 25;
}
