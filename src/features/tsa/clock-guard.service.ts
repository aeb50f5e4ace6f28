import type { Deps } from "../deps.ts";
import { readClock, updateClock } from "./clock.repo.ts";

const hour = 3_600_000;
/** Between two looks of one run of the program. */
const defaultLeapMs = hour;
/** Between the last look of one run and the first of the next: looks are an hour apart, and a restart takes a while. */
const defaultPauseMs = 2 * hour;

type Look = { clock: number; steady: number };

/**
 * Returns a function that says whether the clock may be trusted with deleting files. It may not when it has leapt
 * ahead since the last look, or is far ahead of the last trusted look of an earlier run, which is in the database: the
 * clock may be set wrong, or the server was down for long. The second look of a run either finds the clock right or
 * finds that it stays as it is. A clock that external authorities have confirmed is always trusted; one that they
 * contradict never is. `steady` counts milliseconds and cannot be set.
 */
export function watchClock(
  deps: Pick<Deps, "db" | "now" | "log" | "externalTsas">,
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
  "the clock is far ahead of when this server last looked, or contradicted: nothing is deleted before it is looked at again in an hour";
