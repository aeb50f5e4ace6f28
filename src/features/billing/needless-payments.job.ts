import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob } from "../../platform/jobs/jobs.repo.ts";
import type { PaymentDeps } from "../deps.ts";
import { cancelNeedlessPayments } from "./cancellation.service.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Cancels the open payments of a document that needs none anymore, for up to a day. */
export function needlessPaymentsJobHandler(deps: PaymentDeps): JobHandler {
  return {
    concurrency: 4,
    async run(job) {
      await cancelNeedlessPayments(deps, job.subject);
      // Done twice, it changes nothing, so the end of the job needs no transaction with it.
      await finishJob(deps.db, job);
    },
    fallbackMessage: {
      code: "payments-not-canceled",
      text: "Couldn't cancel the open payments of a document that needs none anymore.",
    },
    // A page with the payment's form may stay open for as long as Stripe does not answer.
    retryDelaysMs: [5_000, minute, 10 * minute, hour, 4 * hour, 18 * hour],
    onFailed: (job) =>
      deps.log.error(
        { job: job.id, document: job.subject },
        "the open payments of a document that needs none anymore were not canceled; if one is made, it pays for another document",
      ),
  };
}
