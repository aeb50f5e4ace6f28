import { emailConfirmedJob } from "../features/accounts/email-letters.ts";
import { passwordResetJobHandler } from "../features/accounts/password-reset.job.ts";
import { passwordResetJob } from "../features/accounts/password-reset.ts";
import { backUpIfDue } from "../features/backup/schedule.service.ts";
import { needlessPaymentsJobHandler } from "../features/billing/needless-payments.job.ts";
import { cancelPaymentsJob, paidDocumentsJob } from "../features/billing/purchases.ts";
import { referralCreditsJobHandler } from "../features/billing/referral-credits.job.ts";
import { seatsJobHandler } from "../features/billing/seats.job.ts";
import { seatsJob } from "../features/billing/seats.service.ts";
import type { Deps } from "../features/deps.ts";
import { announceAnchored } from "../features/documents/anchored.service.ts";
import { stampingJob } from "../features/documents/documents.ts";
import { fillSearchTexts } from "../features/documents/finding.service.ts";
import { paidDocumentsJobHandler } from "../features/documents/paid-documents.job.ts";
import { stampingJobHandler } from "../features/documents/stamping.job.ts";
import { mailJobHandler } from "../features/mail/mail.job.ts";
import { mailJob } from "../features/mail/mail.ts";
import { checkDueDomains } from "../features/offices/domains.service.ts";
import { stampLeftTimelines } from "../features/projects/timeline.service.ts";
import { webhookJobHandler } from "../features/webhooks/webhook.job.ts";
import { webhookJob } from "../features/webhooks/webhooks.ts";
import { updateAttestationKeys } from "../issuing/attestations/attestation-keys.service.ts";
import { storeGrownLog } from "../issuing/log/stored-checkpoint.service.ts";
import { watchLogs } from "../issuing/monitor/watch.service.ts";
import { externalTimeStampJobHandler } from "../issuing/tsa/external-time-stamp.job.ts";
import { checkClockAndKeys } from "../issuing/tsa/key-rotation.service.ts";
import { refreshTrustedLists } from "../issuing/tsa/refresh-trusted-lists.service.ts";
import { externalTimeStampJob } from "../issuing/tsa/tsa.ts";
import { witnessLog } from "../issuing/witnesses/ask-witnesses.service.ts";
import { clockMeasureMs } from "../platform/cluster/database-clock.ts";
import { clusterTickMs, oncePerCluster } from "../platform/cluster/leases.ts";
import { JobRunner } from "../platform/jobs/runner.ts";
import { type PeriodicTask, Schedule } from "../platform/schedule.ts";
import { createHousekeeping } from "./housekeeping.ts";

const hour = 3_600_000;
const day = 24 * hour;
const checkpointMs = 1_000;
const anchoredMs = hour / 6;

export type Background = {
  /** Running jobs get a few seconds to finish; waiting jobs stay queued for the next start. */
  stop: () => Promise<void>;
};

/**
 * For running jobs (cli/stop-signal.ts has the total time); a job that takes longer is repeated after the next start.
 */
const gracePeriodMs = 3_000;
/** How long aborted jobs then have to save their state. */
const endingMs = 1_000;

/** A webhook endpoint that refuses everything gets three deliveries per second, all such endpoints together sixteen. */
const refusalCooldownMs = 1_000;

/** Starts the background work: jobs, housekeeping, backups, key rotation and witnessing. */
export async function startBackground(deps: Deps): Promise<Background> {
  const runner = new JobRunner({
    ...deps,
    handlers: {
      [stampingJob]: stampingJobHandler(deps),
      [seatsJob]: seatsJobHandler(deps),
      [paidDocumentsJob]: paidDocumentsJobHandler(deps),
      [cancelPaymentsJob]: needlessPaymentsJobHandler(deps),
      [mailJob]: mailJobHandler(deps),
      [passwordResetJob]: passwordResetJobHandler(deps),
      [emailConfirmedJob]: referralCreditsJobHandler(deps),
      [externalTimeStampJob]: externalTimeStampJobHandler(deps),
      [webhookJob]: webhookJobHandler(deps, () => Bun.sleep(refusalCooldownMs)),
    },
    measure: (kind, seconds) => deps.measures.jobs.observe({ kind }, seconds),
  });
  await runner.start();
  const schedule = new Schedule(deps.log);
  const { databaseClock } = deps;
  if (databaseClock) schedule.every(clockMeasureMs, "database clock", () => databaseClock.measure());
  const hourlyPerCluster = (name: string, task: PeriodicTask) =>
    schedule.every(deps.node.isAlone ? hour : clusterTickMs, name, oncePerCluster(deps, name, hour, task));
  schedule.every(checkpointMs, "newest checkpoint", () => storeGrownLog(deps));
  const house = createHousekeeping(deps);
  schedule.every(hour, "housekeeping of this server", house.ofServer);
  hourlyPerCluster("housekeeping", house.ofCluster);
  hourlyPerCluster("domains of offices", (signal) => checkDueDomains(deps, signal));
  hourlyPerCluster("witnessing", (signal) => witnessLog(deps, signal));
  if (deps.config.trustedLists.length > 0) {
    const refresh = oncePerCluster(deps, "trusted lists", day, (signal) => refreshTrustedLists(deps, signal));
    schedule.every(deps.node.isAlone ? day : clusterTickMs, "trusted lists", refresh);
  }
  schedule.every(hour, "watched logs", (signal) => watchLogs(deps, signal));
  schedule.every(
    anchoredMs,
    "anchored documents",
    oncePerCluster(deps, "anchored documents", anchoredMs, (signal) => announceAnchored(deps, signal)),
  );
  hourlyPerCluster("search texts", (signal) => fillSearchTexts(deps, signal));
  hourlyPerCluster("unstamped timelines", (signal) => stampLeftTimelines(deps, signal));
  schedule.every(hour, "attestation keys", () => updateAttestationKeys(deps));
  schedule.every(hour, "backups", (signal) => backUpIfDue(deps, signal));
  // Each server asks external authorities itself, since it remembers their answers itself.
  schedule.every(hour, "clock and keys", (signal) => checkClockAndKeys(deps, signal));
  return {
    async stop() {
      await Promise.all([schedule.stop(gracePeriodMs), runner.stop(Bun.sleep(gracePeriodMs))]);
      await deps.workers.stop();
      await deps.converter.close();
      await Promise.race([runner.settled(), Bun.sleep(endingMs)]);
      await storeGrownLog(deps);
    },
  };
}
