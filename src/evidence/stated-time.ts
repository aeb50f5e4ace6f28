/** Clocks that speak in whole seconds, and are kept in step, differ by no more. */
const maxEarlyMs = 60_000;
/** The time on a stamp is that of the wish; the work may wait for its turn, or for a machine to come to itself. */
const maxLateMs = 3_600_000;

/**
 * How the time of a time-stamp over a stamped copy stands to the time that is written on it: `early`, though the copy
 * cannot have been there yet; `late`, by more than an hour, so that it does not bear the other out; undefined where the
 * two agree. Runs in browsers.
 */
export function compareWithStated(stated: Date, stamped: Date): "early" | "late" | undefined {
  const afterMs = stamped.getTime() - stated.getTime();
  if (afterMs < -maxEarlyMs) return "early";
  return afterMs > maxLateMs ? "late" : undefined;
}

/** Whether work that begins `now` may end too late for the time that was fixed for it, however long it takes. */
export function isStale(stated: Date, now: Date): boolean {
  return now.getTime() - stated.getTime() > maxLateMs / 2;
}
