import { AppError } from "../../errors.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob, type Job } from "../../platform/jobs/jobs.repo.ts";
import type { IssuingDeps } from "../deps.ts";
import { externalTimeStamp } from "./time-stamping.service.ts";
import { parseImprint } from "./token-imprint.ts";
import { insertTimeStamp, listTimeStamps } from "./tsa.repo.ts";
import type { IssuedTimeStamp } from "./tsa.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Adds the tokens of an external authority that did not answer when the document was stamped. */
export function externalTimeStampJobHandler(
  deps: Pick<IssuingDeps, "db" | "log" | "now" | "externalTsas">,
): JobHandler {
  return {
    concurrency: 4,
    run: (job) => addMissingTokens(deps, job),
    onFailed: (job) =>
      deps.log.error({ serialNumber: job.subject }, "no external timestamp could be obtained for a document"),
    fallbackMessage: {
      code: "external-tsa-unavailable",
      text: "No external time-stamp authority answered.",
    },
    /** One week in total. */
    retryDelaysMs: [minute, 10 * minute, hour, ...Array.from({ length: 28 }, () => 6 * hour)],
  };
}

/**
 * Each token is stored as soon as it arrives, so a crash loses at most one. Nothing is left to do when the operator has
 * removed all external authorities. A withdrawn document keeps its tokens, and gets those that are missing.
 */
async function addMissingTokens(
  deps: Pick<IssuingDeps, "db" | "now" | "externalTsas">,
  job: Job,
): Promise<void> {
  const isWanted = deps.externalTsas.names.length > 0;
  for (const { about, token } of isWanted ? await listMissing(deps, job.subject) : []) {
    const stamp = await externalTimeStamp(deps, parseImprint(token).digest);
    if (!stamp)
      throw new AppError(
        "unavailable",
        "external-tsa-unavailable",
        "No external time-stamp authority answered.",
      );
    await storeToken(deps, job.subject, about, stamp);
  }
  await finishJob(deps.db, job);
}

type Missing = Awaited<ReturnType<typeof listTimeStamps>>[number];

/** Our own tokens without an external one for the same file; they contain the digest to request a token for. */
async function listMissing({ db }: Pick<IssuingDeps, "db">, serialNumber: string): Promise<Missing[]> {
  const rows = await listTimeStamps(db, serialNumber);
  return rows.filter(
    (row) => !row.isOutside && !rows.some((other) => other.isOutside && other.about === row.about),
  );
}

async function storeToken(
  { db }: Pick<IssuingDeps, "db">,
  serialNumber: string,
  about: Missing["about"],
  stamp: IssuedTimeStamp,
): Promise<void> {
  await db.transaction(async (db) => {
    if ((await listTimeStamps(db, serialNumber)).length > 0)
      await insertTimeStamp(db, serialNumber, about, stamp);
  });
}
