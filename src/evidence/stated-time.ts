/** Two synchronized clocks with whole seconds differ by less than this. */
const maxEarlyMs = 60_000;
/** The time on a stamp is when the user started processing; the job may wait in the queue or for a restart. */
const maxLateMs = 3_600_000;

/**
 * Compares the time of a time-stamp over a stamped copy with the time stated on the copy. `early`: the time-stamp is
 * older than the copy can be. `late`: it is more than an hour later, so it does not confirm the stated time. Undefined:
 * the two agree. Runs in browsers.
 */
export function compareWithStated(stated: Date, stamped: Date): "early" | "late" | undefined {
  const afterMs = stamped.getTime() - stated.getTime();
  if (afterMs < -maxEarlyMs) return "early";
  return afterMs > maxLateMs ? "late" : undefined;
}

/** True if a job that starts `now` could finish too late for its stated time. */
export function isStale(stated: Date, now: Date): boolean {
  return now.getTime() - stated.getTime() > maxLateMs / 2;
}
