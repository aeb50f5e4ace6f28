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
import type { PeriodicTask } from "../platform/schedule.ts";

const hour = 3_600_000;

type Chores = Record<string, (deps: Deps, idleSince: number) => unknown>;

/** Chores that do not depend on the clock. `idleSince` (ms since 1970): older temporary files are not in use. */
const chores: Chores = {
  "temporary files": ({ files }, idleSince) => sweepTemporaryFiles(files, idleSince),
  "payments of deleted accounts": stopChargingDeletedAccounts,
};

/** Chores that delete old data, which run only while the clock can be trusted. */
const expirations: Chores = {
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

/** Returns the hourly task. Its first run also removes the temporary files of earlier runs of the program. */
export function createHousekeeping(deps: Deps, steady = () => performance.now()): PeriodicTask {
  const isClockTrusted = watchClock(deps, steady);
  let isFirst = true;
  return (signal) => {
    const idleSince = isFirst ? performance.timeOrigin : deps.now() - hour;
    isFirst = false;
    return keepHouse(deps, idleSince, { signal, isClockTrusted });
  };
}

export type HouseOptions = { signal?: AbortSignal; isClockTrusted?: () => Promise<boolean> };

/** Never rejects: if one chore fails, the error is logged and the others still run. */
export async function keepHouse(
  deps: Deps,
  idleSince: number,
  { signal, isClockTrusted = async () => true }: HouseOptions = {},
): Promise<void> {
  let isTrusted = false;
  const checkClock = async () => {
    isTrusted = await isClockTrusted();
  };
  await runAll({ ...chores, "a look at the clock": checkClock });
  if (isTrusted) await runAll(expirations);

  async function runAll(chosen: Chores): Promise<void> {
    for (const [chore, run] of Object.entries(chosen)) {
      if (signal?.aborted) return;
      try {
        await run(deps, idleSince);
      } catch (error) {
        deps.log.error({ chore, err: error }, "housekeeping failed; retrying in an hour");
      }
    }
  }
}
