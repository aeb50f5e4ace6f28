import { forgetOldDevices } from "../features/accounts/known-devices.service.ts";
import { forgetFailedJobs } from "../features/admin/operator-jobs.service.ts";
import { stopChargingDeletedAccounts } from "../features/billing/cancellation.service.ts";
import { forgetOldEvents } from "../features/billing/stripe-events.service.ts";
import type { Deps } from "../features/deps.ts";
import { deleteExpiredOriginals, sweepFiles } from "../features/documents/retention.service.ts";
import { forgetOldMail } from "../features/mail/mail.service.ts";
import { watchClock } from "../features/tsa/clock-guard.service.ts";
import { forgetOldDeliveries } from "../features/webhooks/announce.service.ts";
import { sweepTemporaryFiles } from "../platform/files/sweep.ts";
import { sweepLimits } from "../platform/rate-limits.ts";

const hour = 3_600_000;

type Chores = Record<string, (deps: Deps, idleSince: number) => unknown>;

/** What is done by whatever clock; `idleSince` (ms since 1970) is for temporary files. */
const timelessChores: Chores = {
  "temporary files": ({ files }, idleSince) => sweepTemporaryFiles(files, idleSince),
  "payments of deleted accounts": stopChargingDeletedAccounts,
};

/** What is deleted when its time has come. */
const timedChores: Chores = {
  originals: deleteExpiredOriginals,
  "files without a document": sweepFiles,
  mails: forgetOldMail,
  "deliveries of webhooks": forgetOldDeliveries,
  "failed jobs": forgetFailedJobs,
  "events of Stripe": forgetOldEvents,
  limits: sweepLimits,
  "known devices": forgetOldDevices,
  sessions: ({ sessions }) => sessions.sweep(),
};

/**
 * Keeps house at once and then every hour; what an earlier run of the program left half made goes at once. Returns
 * how to end it: no chore is begun any more, and the one under way is awaited.
 */
export function startHousekeeping(deps: Deps, steady = () => performance.now()): () => Promise<void> {
  const ending = new AbortController();
  const isClockTrusted = watchClock(deps, steady);
  const look = async (idleSince: number) => {
    await keepHouse(deps, idleSince, { ending: ending.signal, isClockTrusted });
  };
  let underWay = look(performance.timeOrigin);
  const timer = setInterval(() => {
    underWay = underWay.then(() => look(deps.now() - hour));
  }, hour);
  return () => {
    clearInterval(timer);
    ending.abort();
    return underWay;
  };
}

export type HouseOptions = { ending?: AbortSignal; isClockTrusted?: () => boolean };

/** Never rejects: one chore that fails keeps no other from being done. */
export async function keepHouse(
  deps: Deps,
  idleSince: number,
  { ending, isClockTrusted = () => true }: HouseOptions = {},
): Promise<void> {
  let isTrusted = false;
  const look = () => {
    isTrusted = isClockTrusted();
  };
  await doAll({ ...timelessChores, "a look at the clock": look });
  if (isTrusted) await doAll(timedChores);

  async function doAll(chores: Chores): Promise<void> {
    for (const [chore, perform] of Object.entries(chores)) {
      if (ending?.aborted) return;
      try {
        await perform(deps, idleSince);
      } catch (error) {
        deps.log.error({ chore, err: error }, "housekeeping failed and is tried again in an hour");
      }
    }
  }
}
