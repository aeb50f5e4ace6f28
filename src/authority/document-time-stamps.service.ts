import type { Deps } from "../deps.ts";
import { queueJob } from "../jobs/jobs.repo.ts";
import { insertTimeStamp, type TimeStamped } from "./authority.repo.ts";
import { type IssuedTimeStamp, outsideTimeStampJob } from "./authority.ts";
import { timeStamp } from "./time-stamping.service.ts";

export type DocumentTimeStamps = Record<TimeStamped, IssuedTimeStamp>;

/** A token over each file of a document; digests are lower-case hex SHA-256. */
export async function timeStampFiles(
  deps: Deps,
  digests: Record<TimeStamped, string>,
): Promise<DocumentTimeStamps> {
  const [original, stamped] = await Promise.all([
    timeStamp(deps, Buffer.from(digests.original, "hex")),
    timeStamp(deps, Buffer.from(digests.stamped, "hex")),
  ]);
  return { original, stamped };
}

/** Whether outside authorities were to vouch for a document and at least one token is ours instead. */
export function lacksOutsideWitness({ config }: Pick<Deps, "config">, stamps: DocumentTimeStamps): boolean {
  return config.tsaUrls.length > 0 && !(stamps.original.outside && stamps.stamped.outside);
}

/**
 * To be called in the transaction that writes the certificate. What an outside authority did not give is asked
 * for again until one does.
 */
export function keepTimeStamps(
  deps: Pick<Deps, "db" | "config" | "now">,
  serialNumber: string,
  stamps: DocumentTimeStamps,
): void {
  insertTimeStamp(deps.db, serialNumber, "original", stamps.original);
  insertTimeStamp(deps.db, serialNumber, "stamped", stamps.stamped);
  if (lacksOutsideWitness(deps, stamps)) {
    queueJob(deps.db, { kind: outsideTimeStampJob, subject: serialNumber, userId: null, at: deps.now() });
  }
}
