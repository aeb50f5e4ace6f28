import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { JobHandler } from "../jobs/attempt.ts";
import { finishJob, type Job } from "../jobs/jobs.repo.ts";
import { insertTimeStamp, listTimeStamps, type TimeStamped } from "./authority.repo.ts";
import { outsideTimeStamp } from "./time-stamping.service.ts";
import { imprintOfToken } from "./token-imprint.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Adds the tokens of an outside authority that did not answer when the document was stamped. */
export function outsideTimeStampJobHandler(deps: Deps): JobHandler {
  return {
    run: (job) => addMissingTokens(deps, job),
    giveUp: (job) =>
      deps.log.error({ serialNumber: job.subject }, "no outside time-stamp could be had for a document"),
    lastWord: "No outside time-stamping authority answered.",
    /** A week in all. */
    machinePausesMs: [minute, 10 * minute, hour, ...Array.from({ length: 28 }, () => 6 * hour)],
  };
}

/** The digest is taken from our own token over the same file. */
async function addMissingTokens(deps: Deps, job: Job): Promise<void> {
  const rows = listTimeStamps(deps.db, job.subject);
  const isMissing = (about: TimeStamped) => !rows.some((row) => row.about === about && row.isOutside);
  const missing = rows.filter((row) => !row.isOutside && isMissing(row.about));
  const found = await Promise.all(
    missing.map(async ({ about, token }) => {
      const stamp = await outsideTimeStamp(deps, imprintOfToken(token));
      if (!stamp) throw new AppError("unavailable", "No outside time-stamping authority answered.");
      return { about, stamp };
    }),
  );
  deps.db.transaction(() => {
    if (!finishJob(deps.db, job)) return;
    for (const { about, stamp } of found) insertTimeStamp(deps.db, job.subject, about, stamp);
  });
}
