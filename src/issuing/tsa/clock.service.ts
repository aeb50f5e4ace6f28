import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { programName } from "../../program-info.ts";
import type { IssuingDeps } from "../deps.ts";
import { raiseNewestIssued, readClock, updateClock } from "./clock.repo.ts";
import type { ExternalTimeStamp } from "./external-tsas.ts";
import { accuracyMs } from "./tsa.ts";

/** Time synchronization sets clocks back by less than this, and servers that share a database differ by less. */
export const clockSlackMs = 2_000;
/** Limits the writes that anonymous requests can cause. */
const notedEveryMs = 1_000;

type Clock = Pick<IssuingDeps, "db" | "now">;

/**
 * `isBehind`: the clock shows a time before one that was issued. In that case, and while it is contradicted, we issue
 * none.
 */
export type ClockStatus = {
  now: Date;
  isBehind: boolean;
  newestIssued: Date | null;
  contradictedSince: Date | null;
};

/** Compares the clock with what the database knows, in one statement. */
export async function checkClock({ db, now }: Clock): Promise<ClockStatus> {
  const { newestIssued, contradictedSince } = await readClock(db);
  const time = now();
  const isBehind = newestIssued !== null && time < newestIssued.getTime() - clockSlackMs;
  return { now: new Date(time), isBehind, newestIssued, contradictedSince };
}

/** Whether our clock alone must not vouch for a time: it is behind, or contradicted. */
export async function isClockWrong(deps: Clock): Promise<boolean> {
  return isWrong(await checkClock(deps));
}

const isWrong = ({ isBehind, contradictedSince }: ClockStatus) => isBehind || contradictedSince !== null;

/** Throws `unavailable` while our clock alone must not vouch for a time, and tells the operator what to do. */
export async function requireClock(deps: Clock & Pick<IssuingDeps, "log">): Promise<void> {
  if (isWrong(await warnOfClock(deps))) throw wrongClock();
}

/**
 * The same for work that asks external authorities. It may start even while one contradicts us, because only the next
 * answer can settle that.
 */
export async function requireClockNotBehind(deps: Clock & Pick<IssuingDeps, "log">): Promise<void> {
  if ((await warnOfClock(deps)).isBehind) throw wrongClock();
}

/** Logs a line for the operator for each problem of the clock. */
export async function warnOfClock(deps: Clock & Pick<IssuingDeps, "log">): Promise<ClockStatus> {
  const status = await checkClock(deps);
  const { now, isBehind, newestIssued, contradictedSince } = status;
  if (isBehind) deps.log.error({ newest: newestIssued, now }, behind);
  if (contradictedSince) deps.log.error({ since: contradictedSince, now }, contradicted);
  return status;
}

/** No time-stamps are issued with a clock that is known to be wrong. */
export function wrongClock(): AppError {
  return new AppError(
    "unavailable",
    "server-clock-wrong",
    "The server's clock is not right at the moment, so nothing can be timestamped. Please try again later.",
  );
}

/**
 * Stores what external authorities that were asked at the same time say about our clock: it is contradicted when one
 * contradicts it and none agrees, and right again when one agrees. The first contradiction is kept.
 */
export async function recordExternalTimes({ db, now }: Clock, answers: ExternalTimeStamp[]): Promise<void> {
  const agrees = answers.some((answer) => typeof answer === "object");
  if (!agrees && !answers.includes("contradicted")) return;
  await db.transaction(async (db) => {
    const since = (await readClock(db)).contradictedSince;
    if (agrees && since) await updateClock(db, { contradictedSince: null });
    if (!agrees && !since) await updateClock(db, { contradictedSince: new Date(now()) });
  });
}

/**
 * The accuracy that our own tokens state, in milliseconds; undefined, so that they state none, unless an external
 * authority has confirmed the clock recently.
 */
export function ownAccuracyMs({ externalTsas }: Pick<IssuingDeps, "externalTsas">): number | undefined {
  return externalTsas.hasConfirmedClock() ? accuracyMs : undefined;
}

/** Call it before a time-stamp leaves the server, or in the transaction that stores it. */
export async function recordTime({ db }: Pick<IssuingDeps, "db">, time: Date): Promise<void> {
  await raiseNewestIssued(db, time, notedEveryMs);
}

/**
 * The operator confirms that the clock is right now; returns a message about the consequences. Times that were issued
 * while the clock was ahead stay wrong: others have them.
 */
export async function acceptClock(deps: Clock): Promise<string> {
  const status = await transaction(deps, async (deps) => {
    const found = await checkClock(deps);
    const newest = found.isBehind ? { newestIssued: found.now } : {};
    if (isWrong(found)) await updateClock(deps.db, { contradictedSince: null, ...newest });
    return found;
  });
  const { now, isBehind, newestIssued, contradictedSince } = status;
  if (!isWrong(status))
    return `The clock (${now.toISOString()}) is not behind, and no authority contradicts it; nothing was changed.`;
  return [
    `The clock (${now.toISOString()}) is trusted from now on.`,
    ...(isBehind && newestIssued
      ? [
          `Documents that were stamped while the clock was ahead, with times up to ${newestIssued.toISOString()}, keep those times.`,
        ]
      : []),
    ...(contradictedSince
      ? [
          `An external authority has contradicted it since ${contradictedSince.toISOString()}. If that authority is the one that is wrong, remove it from TSA_URLS, or it will contradict the clock again.`,
        ]
      : []),
  ].join(" ");
}

const accept = `run: ${programName} clock accept`;
const behind =
  "the clock is behind a time that was already certified, so nothing is stamped: set it; " +
  `if it is right now and was ahead before, ${accept}`;
const contradicted =
  "an external authority has contradicted the clock and none agrees with it, so nothing is stamped: " +
  `set it, and the next answer confirms it; if it is right, ${accept}`;
