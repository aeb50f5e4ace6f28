import type { JobHandler } from "../../platform/jobs/attempt.ts";
import type { Deps } from "../deps.ts";
import { deleteDueAccount } from "./deletion.service.ts";

export function accountDeletionJobHandler(deps: Deps): JobHandler {
  return {
    concurrency: 1,
    run: (job) => deleteDueAccount(deps, job),
    fallbackMessage: { code: "account-deletion-failed", text: "The account could not be deleted." },
    onFailed: (job) =>
      deps.log.error(
        { user: job.subject },
        "an account could not be deleted; please delete it in the portal",
      ),
  };
}
