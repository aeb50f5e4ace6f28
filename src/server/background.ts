import { availableParallelism } from "node:os";
import { emailConfirmedJob } from "../features/accounts/email-letters.ts";
import { passwordResetJobHandler } from "../features/accounts/password-reset.job.ts";
import { passwordResetJob } from "../features/accounts/password-reset.ts";
import { backUpIfDue } from "../features/backup/schedule.service.ts";
import { referralCreditsJobHandler } from "../features/billing/referral-credits.job.ts";
import type { Deps } from "../features/deps.ts";
import { stampingJob } from "../features/documents/documents.ts";
import { stampingJobHandler } from "../features/documents/stamping.job.ts";
import { mailJobHandler } from "../features/mail/mail.job.ts";
import { mailJob } from "../features/mail/mail.ts";
import { externalTimeStampJobHandler } from "../features/tsa/external-time-stamp.job.ts";
import { checkClockAndKeys } from "../features/tsa/key-rotation.service.ts";
import { externalTimeStampJob } from "../features/tsa/tsa.ts";
import { webhookJobHandler } from "../features/webhooks/webhook.job.ts";
import { webhookJob } from "../features/webhooks/webhooks.ts";
import { witnessLog } from "../features/witnesses/ask-witnesses.service.ts";
import type { JobHandler } from "../platform/jobs/attempt.ts";
import { JobRunner } from "../platform/jobs/runner.ts";
import { Schedule } from "../platform/schedule.ts";
import { createHousekeeping } from "./housekeeping.ts";

const hour = 3_600_000;

export type Background = {
  /** Ends in good order: jobs at work get a while to finish, the others wait for the next start. */
  stop: () => Promise<void>;
};

/** For jobs at work (commands/stop-signal.ts has the whole time): what takes longer is done anew by the next start. */
const gracePeriodMs = 3_000;
/** For what is cut off after that to write its end. */
const lastWordsMs = 1_000;

const mailConcurrency = 4;
/** Who does not answer has a place for fifteen seconds, so nobody gets more than some of them. */
const webhookConcurrency = 16;
const webhooksAtOnceOfOne = 3;
/** Who refuses everything gets three a second, and all together sixteen. */
const restAfterRefusedMs = 1_000;

/**
 * Several times what a large document takes. Whoever sends what takes minutes waits for others who do, and nobody
 * else.
 */
const briefStampingMs = 10_000;

/**
 * The runners of a server's jobs: one for work that takes a core, one for work that waits for machines the operator has
 * chosen, one for those that users name: who does not answer holds up no document, and no user's endpoint a mail.
 */
function createRunners(deps: Deps) {
  const { db, writeLock, now, log, news, measures } = deps;
  const measure = (kind: string, seconds: number) => measures.jobs.observe({ kind }, seconds);
  const runner = (
    slots: number,
    handlers: Record<string, JobHandler>,
    limits: { briefMs?: number; maxOfOne?: number } = {},
  ) => new JobRunner({ db, writeLock, now, log, news, slots, handlers, measure, ...limits });
  return {
    stamping: runner(
      availableParallelism(),
      { [stampingJob]: stampingJobHandler(deps) },
      { briefMs: briefStampingMs },
    ),
    mailing: runner(mailConcurrency, {
      [mailJob]: mailJobHandler(deps),
      [passwordResetJob]: passwordResetJobHandler(deps),
      [emailConfirmedJob]: referralCreditsJobHandler(deps),
      [externalTimeStampJob]: externalTimeStampJobHandler(deps),
    }),
    telling: runner(
      webhookConcurrency,
      { [webhookJob]: webhookJobHandler(deps, restAfterRefusedMs) },
      { maxOfOne: webhooksAtOnceOfOne },
    ),
  };
}

/**
 * Starts the background work: jobs, housekeeping, backups, key rotation and witnessing.
 */
export function startBackground(deps: Deps): Background {
  const { stamping, mailing, telling } = createRunners(deps);
  stamping.start();
  mailing.start();
  telling.start();
  const schedule = new Schedule(deps.log);
  schedule.every(hour, "housekeeping", createHousekeeping(deps));
  schedule.every(hour, "witnessing", (signal) => witnessLog(deps, signal));
  schedule.every(hour, "backups", (signal) => backUpIfDue(deps, signal));
  schedule.every(hour, "clock and keys", (signal) => checkClockAndKeys(deps, signal));
  return {
    async stop() {
      await Promise.all([
        schedule.stop(gracePeriodMs),
        stamping.stop(gracePeriodMs),
        mailing.stop(gracePeriodMs),
        telling.stop(gracePeriodMs),
      ]);
      await deps.workers.stop();
      await deps.converter.close();
      const allSettled = Promise.all([stamping.settled(), mailing.settled(), telling.settled()]);
      await Promise.race([allSettled, Bun.sleep(lastWordsMs)]);
    },
  };
}
