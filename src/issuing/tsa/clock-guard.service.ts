import type { IssuingDeps } from "../deps.ts";
import { readClock, updateClock } from "./clock.repo.ts";

const hour = 3_600_000;
/** Between two checks in one run of the program. */
const defaultLeapMs = hour;
/**
 * Between the last check of one run and the first of the next: checks are an hour apart, and a restart takes a while.
 */
const defaultPauseMs = 2 * hour;

type Look = { clock: number; steady: number };

/**
 * Returns a function that says whether the clock can be trusted for deleting files. It cannot if it has jumped ahead
 * since the last check, or is far ahead of the last trusted check of an earlier run, which is in the database: the
 * clock may be wrong, or the server was down for a long time. The second check of a run finds the clock either right or
 * unchanged. A clock confirmed by external authorities is always trusted; a contradicted one never is. `steady` is a
 * monotonic clock in milliseconds.
 */
export function watchClock(
  deps: Pick<IssuingDeps, "db" | "now" | "log" | "externalTsas">,
  steady: () => number,
): () => Promise<boolean> {
  let before: Look | undefined;
  return async () => {
    const look = { clock: deps.now(), steady: steady() };
    const { trustedAt, contradictedSince } = await readClock(deps.db);
    const lastTrusted = trustedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    const leapMs = before
      ? leapSince(before, look) - defaultLeapMs
      : look.clock - lastTrusted - defaultPauseMs;
    before = look;
    const isTrusted = deps.externalTsas.hasConfirmedClock() || (leapMs < 0 && contradictedSince === null);
    if (isTrusted) await updateClock(deps.db, { trustedAt: new Date(look.clock) });
    else if (leapMs < Number.POSITIVE_INFINITY) deps.log.warn({ now: new Date(look.clock) }, untrusted);
    return isTrusted;
  };
}

const leapSince = (before: Look, look: Look) => look.clock - before.clock - (look.steady - before.steady);

const untrusted =
  "the clock is far ahead of the last check, or contradicted: nothing is deleted until the next check in an hour";
