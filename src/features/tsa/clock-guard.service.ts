import type { Deps } from "../deps.ts";
import { lastTrusted, noteTrusted } from "./clock.repo.ts";
import { isClockContradicted } from "./clock.service.ts";

const hour = 3_600_000;
/** Between two looks of one run of the program. */
const defaultLeapMs = hour;
/** Between the last look of one run and the first of the next: looks are an hour apart, and a restart takes a while. */
const defaultPauseMs = 2 * hour;

type Look = { clock: number; steady: number };

/**
 * Tells at every call whether the clock may be trusted with deleting. A clock that has leapt ahead since the look
 * before may not, nor one that is far ahead of the last trusted look of an earlier run, which is in the database: it
 * may have been set wrong, or the server was down for long. The second look of a run finds it right, or as it stays.
 * One that outside authorities have confirmed may always, one that they contradict never. `steady` counts
 * milliseconds and is never set.
 */
export function watchClock(
  deps: Pick<Deps, "db" | "now" | "log" | "outside">,
  steady: () => number,
): () => boolean {
  let before: Look | undefined;
  return () => {
    const look = { clock: deps.now(), steady: steady() };
    const leapMs = before ? leapSince(before, look) - defaultLeapMs : pauseSince(deps, look) - defaultPauseMs;
    before = look;
    const isTrusted = deps.outside.hasConfirmedClock() || (leapMs < 0 && !isClockContradicted(deps));
    if (isTrusted) noteTrusted(deps.db, new Date(look.clock));
    else if (leapMs < Number.POSITIVE_INFINITY) deps.log.warn({ now: new Date(look.clock) }, untrusted);
    return isTrusted;
  };
}

const leapSince = (before: Look, look: Look) => look.clock - before.clock - (look.steady - before.steady);

/** How long ago, by the clock, an earlier run trusted it; without end when none did, as at the first start. */
function pauseSince({ db }: Pick<Deps, "db">, { clock }: Look): number {
  return clock - (lastTrusted(db)?.getTime() ?? Number.NEGATIVE_INFINITY);
}

const untrusted =
  "the clock is far ahead of when this server last looked, or contradicted: nothing is deleted before it is looked at again in an hour";
