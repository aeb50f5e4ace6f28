import { stopChargingDeletedAccounts } from "./billing/calling-off.service.ts";
import { forgetOldEvents } from "./billing/stripe-events.service.ts";
import type { Deps } from "./deps.ts";
import { deleteExpiredOriginals, sweepFiles } from "./documents/retention.service.ts";
import { sweepTemporaryFiles } from "./files/sweep.ts";
import { forgetFailedJobs } from "./jobs/operator-jobs.service.ts";
import { sweepLimits } from "./limits.ts";
import { forgetOldMail } from "./mail/mail.service.ts";

const hour = 3_600_000;

/** Everything that is deleted or ended when its time has come; `idleSince` (ms since 1970) is for temporary files. */
const chores: Record<string, (deps: Deps, idleSince: number) => unknown> = {
  "temporary files": ({ files }, idleSince) => sweepTemporaryFiles(files, idleSince),
  originals: deleteExpiredOriginals,
  "files without a document": sweepFiles,
  mails: forgetOldMail,
  "failed jobs": forgetFailedJobs,
  "events of Stripe": forgetOldEvents,
  "payments of deleted accounts": stopChargingDeletedAccounts,
  limits: sweepLimits,
  sessions: ({ sessions }) => sessions.sweep(),
};

/**
 * Keeps house at once and then every hour; what an earlier run of the program left half made goes at once. Returns
 * how to end it: no chore is begun any more, and the one under way is awaited.
 */
export function startHousekeeping(deps: Deps): () => Promise<void> {
  const ending = new AbortController();
  const hasJumped = watchForJumps(deps.now, () => performance.now());
  let underWay = keepHouse(deps, performance.timeOrigin, ending.signal);
  const timer = setInterval(() => {
    if (hasJumped()) {
      deps.log.warn("the clock has jumped ahead: nothing is deleted before it is looked at again in an hour");
      return;
    }
    underWay = underWay.then(() => keepHouse(deps, deps.now() - hour, ending.signal));
  }, hour);
  return () => {
    clearInterval(timer);
    ending.abort();
    return underWay;
  };
}

/**
 * Tells at every call whether `now` has gone ahead by an hour more than `steady` (both ms) since the call before:
 * a clock that was set wrong must not delete what is not due.
 */
export function watchForJumps(now: () => number, steady: () => number): () => boolean {
  let ahead = now() - steady();
  return () => {
    const before = ahead;
    ahead = now() - steady();
    return ahead - before >= hour;
  };
}

/** Never rejects: one chore that fails keeps no other from being done. */
export async function keepHouse(deps: Deps, idleSince: number, ending?: AbortSignal): Promise<void> {
  for (const [chore, perform] of Object.entries(chores)) {
    if (ending?.aborted) return;
    try {
      await deps.writeLock.untilFree();
      await perform(deps, idleSince);
    } catch (error) {
      deps.log.error({ chore, err: error }, "housekeeping failed and is tried again in an hour");
    }
  }
}
