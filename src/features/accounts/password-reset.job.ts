import { transaction } from "../../../db/transaction.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { mailResetLinks } from "./password-reset.service.ts";
import { readResetRequest } from "./password-reset.ts";

/** Looks up a forgotten account after the answer was sent, so that its duration reveals nothing. */
export function passwordResetJobHandler(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
): JobHandler {
  return {
    concurrency: 4,
    isSubjectPrivate: true,
    async run(job) {
      await transaction(deps, async (deps) => {
        if (await finishJob(deps.db, job)) await mailResetLinks(deps, readResetRequest(job.subject));
      });
      deps.jobEvents.queued();
    },
    fallbackMessage: {
      code: "reset-link-failed",
      text: "Couldn't send the link to choose a new password.",
    },
    onFailed: (job) => deps.log.error({ job: job.id }, "a request for a new password failed"),
  };
}
