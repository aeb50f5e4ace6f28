import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { newestVouchedTime, noteVouchedTime, setVouchedTime } from "./authority.repo.ts";

/** Clocks are set back by less when they are kept in step with others. */
const slackMs = 2_000;
/** So that strangers cannot make the disk busy with their questions. */
const notedEveryMs = 1_000;

type Clock = Pick<Deps, "db" | "now">;

/** Whether the clock says a time before one that was vouched for already: then it vouches for nothing more. */
export function isClockBehind({ db, now }: Clock): boolean {
  const newest = newestVouchedTime(db);
  return newest !== undefined && now() < newest.getTime() - slackMs;
}

/** Throws `unavailable` while the clock is behind, and tells the operator how to go on. */
export function requireClock(deps: Clock & Pick<Deps, "log">): void {
  warnOfClock(deps);
  if (isClockBehind(deps)) throw wrongClock();
}

/** A line for the operator while the clock is behind. */
export function warnOfClock(deps: Clock & Pick<Deps, "log">): void {
  if (!isClockBehind(deps)) return;
  deps.log.error({ newest: newestVouchedTime(deps.db), now: new Date(deps.now()) }, howToGoOn);
}

/** Nothing is timestamped by a clock that is known to be wrong. */
export function wrongClock(): AppError {
  return new AppError(
    "unavailable",
    "The server's clock is not right at the moment, so nothing can be timestamped. Please try again later.",
  );
}

/** To be called before a time-stamp is handed out, or in the transaction that keeps it. */
export function noteTime({ db }: Pick<Deps, "db">, time: Date): void {
  const newest = newestVouchedTime(db);
  if (newest && time.getTime() < newest.getTime() + notedEveryMs) return;
  noteVouchedTime(db, time);
}

/**
 * The operator's word that the clock is right now and was ahead before; answers with what that means. What was
 * vouched for in between keeps its wrong time: it was handed out.
 */
export function acceptClock(deps: Clock): string {
  const now = new Date(deps.now());
  const newest = newestVouchedTime(deps.db);
  if (!newest || !isClockBehind(deps))
    return `The clock (${now.toISOString()}) is behind nothing; nothing was changed.`;
  setVouchedTime(deps.db, now);
  return `The clock (${now.toISOString()}) is taken for right from now on. What was stamped with a time up to ${newest.toISOString()} by the clock that was ahead keeps that time.`;
}

const howToGoOn =
  "the clock is behind a time that was vouched for already, so nothing is stamped: set it right; if it is right and was ahead before, run: bun src/main.ts clock accept";
