import { AppError } from "../../errors.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob, type Job } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { externalTimeStamp } from "./time-stamping.service.ts";
import { imprintOfToken } from "./token-imprint.ts";
import { insertTimeStamp, listTimeStamps } from "./tsa.repo.ts";
import type { IssuedTimeStamp } from "./tsa.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Adds the tokens of an outside authority that did not answer when the document was stamped. */
export function externalTimeStampJobHandler(deps: Deps): JobHandler {
  return {
    run: (job) => addMissingTokens(deps, job),
    onFailed: (job) =>
      deps.log.error({ serialNumber: job.subject }, "no outside time-stamp could be had for a document"),
    fallbackMessage: "No outside time-stamping authority answered.",
    /** A week in all. */
    machinePausesMs: [minute, 10 * minute, hour, ...Array.from({ length: 28 }, () => 6 * hour)],
  };
}

/**
 * Each token is kept as soon as it is there, so a crash loses no more than one. Where the operator has done without
 * outside authorities meanwhile, or the document was deleted, there is nothing left to do.
 */
async function addMissingTokens(deps: Deps, job: Job): Promise<void> {
  const isWanted = deps.outside.names.length > 0;
  for (const { about, token } of isWanted ? missingAt(deps, job.subject) : []) {
    const stamp = await externalTimeStamp(deps, imprintOfToken(token).digest);
    if (!stamp) throw new AppError("unavailable", "No outside time-stamping authority answered.");
    keep(deps, job.subject, about, stamp);
  }
  finishJob(deps.db, job);
}

type Missing = ReturnType<typeof listTimeStamps>[number];

/** Our own tokens that have no outside one beside them; the SHA-256 digest to ask about is in them. */
function missingAt({ db }: Pick<Deps, "db">, serialNumber: string): Missing[] {
  const rows = listTimeStamps(db, serialNumber);
  return rows.filter(
    (row) => !row.isOutside && !rows.some((other) => other.isOutside && other.about === row.about),
  );
}

function keep(
  { db }: Pick<Deps, "db">,
  serialNumber: string,
  about: Missing["about"],
  stamp: IssuedTimeStamp,
): void {
  db.transaction(() => {
    if (listTimeStamps(db, serialNumber).length > 0) insertTimeStamp(db, serialNumber, about, stamp);
  });
}
