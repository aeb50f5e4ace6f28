import { deleteDueAccounts } from "../features/account-deletion/deletion.service.ts";
import { deleteOldDevices } from "../features/accounts/known-devices.service.ts";
import { deleteOldChallenges } from "../features/accounts/passkey-check.service.ts";
import { deleteOldProviderSignIns } from "../features/accounts/providers/provider-start.service.ts";
import { deleteOldFailedJobs } from "../features/admin/operator-jobs.service.ts";
import { stopChargingDeletedAccounts } from "../features/billing/cancellation.service.ts";
import { checkSeats } from "../features/billing/seats.service.ts";
import { deleteOldEvents } from "../features/billing/stripe-events.service.ts";
import type { Deps } from "../features/deps.ts";
import { deleteExpiredOriginals, sweepFiles } from "../features/documents/retention.service.ts";
import { deleteOldAnswers } from "../features/idempotency/idempotency.service.ts";
import { deleteOldMail } from "../features/mail/mail.service.ts";
import { deleteOldNotices } from "../features/notices/notices.service.ts";
import { deleteOldInvitations } from "../features/offices/invitations.service.ts";
import { deleteUnfinishedAdoptions } from "../features/publishing/adopt.service.ts";
import { deleteOldDeliveries } from "../features/webhooks/announce.service.ts";
import { renewEvidence } from "../issuing/renewal/renew-evidence.service.ts";
import { watchClock } from "../issuing/tsa/clock-guard.service.ts";
import { sweepLeases } from "../platform/cluster/leases.ts";
import { sweepTemporaryFiles } from "../platform/files/sweep.ts";
import { sweepLimits } from "../platform/rate-limits.ts";
import type { PeriodicTask } from "../platform/schedule.ts";

const hour = 3_600_000;

type Chores = Record<string, (deps: Deps, idleSince: number) => unknown>;

/**
 * Each server cleans up after itself. `idleSince` (ms since 1970, by the clock of the machine, which dates its files):
 * older temporary files are not in use.
 */
const choresOfServer: Chores = {
  "temporary files": ({ files }, idleSince) => sweepTemporaryFiles(files, idleSince),
  "ended sessions": ({ sessions }) => sessions.sweepEnded(),
};

/** Chores that one server does for all, and that do not depend on the clock. */
const choresOfCluster: Chores = {
  "payments of deleted accounts": stopChargingDeletedAccounts,
  "members that offices pay for": checkSeats,
};

/** Chores that delete old data, which run only while the clock can be trusted. */
const expirations: Chores = {
  "accounts that are to be deleted": deleteDueAccounts,
  originals: deleteExpiredOriginals,
  "files without a document": sweepFiles,
  mails: deleteOldMail,
  notices: deleteOldNotices,
  "deliveries of webhooks": deleteOldDeliveries,
  "failed jobs": deleteOldFailedJobs,
  "events of Stripe": deleteOldEvents,
  limits: sweepLimits,
  "answers under a key": deleteOldAnswers,
  "known devices": deleteOldDevices,
  "challenges of passkeys": deleteOldChallenges,
  "invitations to offices": deleteOldInvitations,
  "sign-ins with providers": deleteOldProviderSignIns,
  "interrupted adoptions and removals": deleteUnfinishedAdoptions,
  leases: sweepLeases,
  sessions: ({ sessions }) => sessions.sweepExpired(),
};

/**
 * The hourly tasks. The first run of a server's own task also removes the temporary files of earlier runs of the
 * program. They never reject: if one chore fails, the error is logged and the others still run.
 */
export function createHousekeeping(
  deps: Deps,
  steady = () => performance.now(),
): { ofServer: PeriodicTask; ofCluster: PeriodicTask } {
  const isClockTrusted = watchClock(deps, steady);
  let isFirst = true;
  return {
    ofServer(signal) {
      const idleSince = isFirst ? performance.timeOrigin : Date.now() - hour;
      isFirst = false;
      return runAll(deps, choresOfServer, idleSince, signal);
    },
    ofCluster: (signal) => keepClusterHouse(deps, { signal, isClockTrusted }),
  };
}

type HouseOptions = { signal?: AbortSignal; isClockTrusted?: () => Promise<boolean> };

/** All chores together, for a single server. */
export async function runHousekeeping(
  deps: Deps,
  idleSince: number,
  options: HouseOptions = {},
): Promise<void> {
  await runAll(deps, choresOfServer, idleSince);
  await keepClusterHouse(deps, options);
}

async function keepClusterHouse(
  deps: Deps,
  { signal, isClockTrusted = async () => true }: HouseOptions,
): Promise<void> {
  let isTrusted = false;
  const checkClock = async () => {
    isTrusted = await isClockTrusted();
  };
  await runAll(deps, { ...choresOfCluster, "a look at the clock": checkClock }, 0, signal);
  if (!isTrusted) return;
  const renewal = { "renewal of proofs": (deps: Deps) => renewEvidence(deps, signal) };
  await runAll(deps, { ...expirations, ...renewal }, 0, signal);
}

async function runAll(deps: Deps, chores: Chores, idleSince: number, signal?: AbortSignal): Promise<void> {
  for (const [chore, run] of Object.entries(chores)) {
    if (signal?.aborted) return;
    try {
      await run(deps, idleSince);
    } catch (error) {
      deps.log.error({ chore, err: error }, "housekeeping failed; retrying in an hour");
    }
  }
}
