import { transaction } from "../../../db/transaction.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { settleReferral } from "./referral-credits.service.ts";

/** Checks a referral again after its account confirmed an address; the job's subject is the account. */
export function referralCreditsJobHandler(deps: Pick<Deps, "db" | "log" | "now">): JobHandler {
  return {
    concurrency: 4,
    async run(job) {
      await transaction(deps, async (deps) => {
        if (await finishJob(deps.db, job)) await settleReferral(deps, job.subject);
      });
    },
    fallbackMessage: {
      code: "referral-credits-failed",
      text: "Couldn't grant the credits for a referral.",
    },
    onFailed: (job) => deps.log.error({ job: job.id, account: job.subject }, "a referral was not settled"),
  };
}
