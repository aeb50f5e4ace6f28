import { AppError } from "../../errors.ts";
import { programName } from "../../platform/self-exec.ts";
import type { Deps } from "../deps.ts";
import {
  contradictedSince,
  forgetContradiction,
  newestVouchedTime,
  noteContradiction,
  noteVouchedTime,
  setVouchedTime,
} from "./clock.repo.ts";
import type { ExternalTimeStamp } from "./external-tsas.ts";
import { accuracyMs } from "./tsa.ts";

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

/** Whether an outside authority has contradicted the clock, and neither another answer nor the operator settled it. */
export const isClockContradicted = ({ db }: Pick<Clock, "db">): boolean =>
  contradictedSince(db) !== undefined;

/** Whether the clock alone may vouch for nothing: it is behind, or contradicted. */
export const isClockWrong = (clock: Clock): boolean => isClockBehind(clock) || isClockContradicted(clock);

/** Throws `unavailable` while the clock alone may vouch for nothing, and tells the operator how to go on. */
export function requireClock(deps: Clock & Pick<Deps, "log">): void {
  warnOfClock(deps);
  if (isClockWrong(deps)) throw wrongClock();
}

/**
 * The same for work that asks outside authorities, and so must be begun while one contradicts us: only their next
 * answer can settle that.
 */
export function requireClockNotBehind(deps: Clock & Pick<Deps, "log">): void {
  warnOfClock(deps);
  if (isClockBehind(deps)) throw wrongClock();
}

/** A line for the operator for each thing that is wrong with the clock. */
export function warnOfClock(deps: Clock & Pick<Deps, "log">): void {
  const now = new Date(deps.now());
  if (isClockBehind(deps)) deps.log.error({ newest: newestVouchedTime(deps.db), now }, behind);
  const since = contradictedSince(deps.db);
  if (since) deps.log.error({ since, now }, contradicted);
}

/** Nothing is timestamped by a clock that is known to be wrong. */
export function wrongClock(): AppError {
  return new AppError(
    "unavailable",
    "The server's clock is not right at the moment, so nothing can be timestamped. Please try again later.",
  );
}

/**
 * Remembers what outside authorities that were asked at one time say of our clock: it is contradicted when one does
 * and none agrees, and right again when one agrees. Who says nothing changes nothing.
 */
export function noteExternalTimes({ db, now }: Clock, answers: ExternalTimeStamp[]): void {
  if (answers.some((answer) => typeof answer === "object")) {
    if (contradictedSince(db)) forgetContradiction(db);
  } else if (answers.includes("contradicted")) {
    noteContradiction(db, new Date(now()));
  }
}

/**
 * How far our clock may be off, as tokens of ours say, in milliseconds; undefined while no outside authority has
 * confirmed it of late: then nobody knows but the operator, and the token makes no promise.
 */
export function ownAccuracyMs({ outside }: Pick<Deps, "outside">): number | undefined {
  return outside.hasConfirmedClock() ? accuracyMs : undefined;
}

/** To be called before a time-stamp is handed out, or in the transaction that keeps it. */
export function noteTime({ db }: Pick<Deps, "db">, time: Date): void {
  const newest = newestVouchedTime(db);
  if (newest && time.getTime() < newest.getTime() + notedEveryMs) return;
  noteVouchedTime(db, time);
}

/**
 * The operator's word that the clock is right now; answers with what that means. What was vouched for by a clock that
 * was ahead keeps its wrong time: it was handed out.
 */
export function acceptClock(deps: Clock): string {
  const now = new Date(deps.now());
  const newest = newestVouchedTime(deps.db);
  const [isBehind, since] = [isClockBehind(deps), contradictedSince(deps.db)];
  if (!isBehind && !since)
    return `The clock (${now.toISOString()}) is behind nothing and nobody contradicts it; nothing was changed.`;
  if (isBehind) setVouchedTime(deps.db, now);
  if (since) forgetContradiction(deps.db);
  return [
    `The clock (${now.toISOString()}) is taken for right from now on.`,
    ...(isBehind && newest
      ? [
          `What was stamped with a time up to ${newest.toISOString()} by the clock that was ahead keeps that time.`,
        ]
      : []),
    ...(since
      ? [
          `An outside authority has contradicted it since ${since.toISOString()}; take one that is wrong itself out of TSA_URLS, or it will again.`,
        ]
      : []),
  ].join(" ");
}

const accept = `run: ${programName} clock accept`;
const behind =
  "the clock is behind a time that was vouched for already, so nothing is stamped: set it right; " +
  `if it is right and was ahead before, ${accept}`;
const contradicted =
  "an outside authority has contradicted the clock and none agrees with it, so it vouches for nothing: " +
  `set it right, and the next answer settles it; if it is right, ${accept}`;
