import { AppError } from "../../errors.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { compareWithStated } from "../../evidence/stated-time.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import type { IssuingDeps } from "../deps.ts";
import { recordTime, wrongClock } from "./clock.service.ts";
import type { TimeStamper } from "./time-stamping.service.ts";
import { insertTimeStamp, listTimeStamps, type TimeStamped } from "./tsa.repo.ts";
import { externalTimeStampJob, type IssuedTimeStamp } from "./tsa.ts";

/** Over each file of a document; for a collection only over its root, which takes the place of the original. */
export type DocumentTimeStamps = { original: IssuedTimeStamp; stamped?: IssuedTimeStamp };

/** The cooldown of an authority that has just failed. */
const firstPauseMs = 60_000;

/**
 * A token over each file of a document; digests are lower-case hex SHA-256, `stated` is the time on the stamp. Throws
 * `unavailable` when the tokens state an earlier time, and `inconsistent` when they are too late to confirm it.
 */
export async function timeStampFiles(
  { timeStamp }: TimeStamper,
  digests: Record<TimeStamped, string>,
  stated: Date,
): Promise<Required<DocumentTimeStamps>> {
  // One after the other, so that a failing authority is asked only once.
  const original = await timeStamp(Buffer.from(digests.original, "hex"));
  const stamped = await timeStamp(Buffer.from(digests.stamped, "hex"));
  requireStated(stamped, stated);
  return { original, stamped };
}

/** The one token over the root of a collection; throws as `timeStampFiles` does. */
export async function timeStampRoot(
  { timeStamp }: TimeStamper,
  root: string,
  stated: Date,
): Promise<DocumentTimeStamps> {
  const original = await timeStamp(Buffer.from(root, "hex"));
  requireStated(original, stated);
  return { original };
}

function requireStated({ time }: IssuedTimeStamp, stated: Date): void {
  const difference = compareWithStated(stated, time);
  if (difference === "early") throw wrongClock();
  if (difference === "late") throw tooLate();
}

function tooLate(): AppError {
  return new AppError(
    "inconsistent",
    "stamping-took-too-long",
    "Stamping took so long that the time on the stamp would no longer be right. Please try again.",
  );
}

/** The authority of a token, its time, and who calls it independent, by the list that verifiers ship with. */
export function describeAuthority({ authority, time: stamped, outside, root }: IssuedTimeStamp): {
  authority: string;
  time: number;
  vouchedBy: "service" | "named" | "public";
} {
  const time = stamped.getTime();
  if (!outside) return { authority, time, vouchedBy: "service" };
  const isPublic = shippedLists.roots.some(({ bytes }) => root !== undefined && sameBytes(bytes, root.bytes));
  return { authority, time, vouchedBy: isPublic ? "public" : "named" };
}

/** The hosts of the external authorities, if they did not stamp every file of a document. */
export function missingWitnesses(
  { externalTsas }: Pick<IssuingDeps, "externalTsas">,
  stamps: DocumentTimeStamps,
): string[] {
  return stamps.original.outside && stamps.stamped?.outside !== false ? [] : externalTsas.names;
}

/** Call it in the transaction that stores the certificate. A job requests missing external tokens later. */
export async function storeTimeStamps(
  deps: Pick<IssuingDeps, "db" | "externalTsas" | "now">,
  serialNumber: string,
  stamps: DocumentTimeStamps,
): Promise<void> {
  await Promise.all([
    insertTimeStamp(deps.db, serialNumber, "original", stamps.original),
    stamps.stamped && insertTimeStamp(deps.db, serialNumber, "stamped", stamps.stamped),
    recordTime(deps, new Date(deps.now())),
  ]);
  if (missingWitnesses(deps, stamps).length === 0) return;
  const at = deps.now() + firstPauseMs;
  await queueJob(deps.db, { kind: externalTimeStampJob, subject: serialNumber, userId: null, at });
}

/** The bare token over each file of a document, an external one if there is one; none for early documents. */
export async function storedTokens(
  { db }: Pick<IssuingDeps, "db">,
  serialNumber: string,
): Promise<Partial<Record<TimeStamped, Uint8Array>>> {
  const rows = await listTimeStamps(db, serialNumber);
  const tokenOver = (file: TimeStamped) => rows.find(({ about }) => about === file)?.token;
  const [original, stamped] = [tokenOver("original"), tokenOver("stamped")];
  return { ...(original && { original }), ...(stamped && { stamped }) };
}
