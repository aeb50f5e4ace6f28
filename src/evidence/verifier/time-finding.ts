import { madeAfter } from "../key-life.ts";
import type { TimeStamp, TimeStampIssue } from "../tsp/token.ts";
import { type Detail, plainValue } from "./detail.ts";
import { findClock } from "./external-time.ts";
import type { FileContext } from "./file-context.ts";
import { isWhole, type SignatureStatus } from "./pdf/status.ts";
import { reasonSentences } from "./reason-sentences.ts";
import { type Finding, failed, indeterminate } from "./report.ts";
import { labels, sentences, values } from "./sentences.ts";
import { sightingsOfStatement } from "./sightings.ts";
import { stampDetails } from "./stamp-details.ts";
import { checkStampedTime, checkStatedTime } from "./stamped-finding.ts";
import type { Trust } from "./trust.ts";

const say = sentences.when;
/** Clocks may differ by this much without any error. */
const slackMs = 10 * 60_000;
/** Issues of a time-stamp that may be genuine; with any other, it is not. */
export const cannotTell: ReadonlySet<TimeStampIssue> = new Set([
  "untrusted",
  "unsupported",
  "no-certificate",
  "revocation-unknown",
  "revoked",
  "renewed-late",
]);

/**
 * When did it exist, and who vouches for that? According to the time-stamps over it, otherwise according to the
 * service's attestation, and to those outside the service who saw either.
 */
export function checkTime(context: FileContext): Finding {
  const { stamps, signatureStatus, trust, now } = context;
  const faulty = stamps.flatMap((stamp) => ("error" in stamp ? [stamp.error] : []));
  const valid = timeStampsOver(context);
  const stated = statedTime(context);
  const details = [...distinctDetails(valid, trust, now), ...stated.details, ...faulty.map(reasonDetail)];
  const wrong = faulty.some((error) => !cannotTell.has(error));
  if (wrong || (signatureStatus?.state === "changed" && !context.role)) return failed(say.wrong, details);
  if (faulty.includes("renewed-late")) return indeterminate(say.renewedLate, details);
  const made = keyMadeTooLate(context, stated.time);
  if (made && stated.time) return failed(say.beforeKey(stated.time, made), details);
  const early = seenTooEarly(context, stated.time);
  if (early && stated.time)
    return indeterminate(say.seenBefore(stated.time, early.name, early.time), details);
  const [first, ...more] = valid;
  const future = [first?.time, stated.isSigned ? stated.time : undefined].find(
    (time) => time && time.getTime() > now.getTime() + slackMs,
  );
  const before = sealedOnly(context)[0];
  if (before && !context.role)
    return indeterminate(say.onlyBefore(before.time, findClock(before, trust)), details);
  if (future) return indeterminate(say.future(future), details);
  if (first) return checkStampedTime(context, [first, ...more], stated.time, details);
  // The token of a stolen key says nothing: what is left is what other evidence says.
  if (faulty.some((error) => error !== "revoked")) {
    return indeterminate(faulty.includes("revocation-unknown") ? say.undecided : say.stranger, details);
  }
  if (stated.time && stated.isSigned) return checkStatedTime(context, stated.time, details);
  if (stated.time) return indeterminate(say.recorded(stated.time), details);
  if (faulty.length > 0 || hasRevokedStamp(context)) return indeterminate(say.revoked, details);
  return indeterminate(signatureStatus?.state === "undecided" ? say.undecided : say.nothing, details);
}

const hasRevokedStamp = ({ signatureStatus }: FileContext) =>
  signatureStatus?.signatures.some(({ isOurs, error }) => isOurs && error === "revoked") === true;

/** When the key was made that signed the statement about this file, if that was after the statement. */
function keyMadeTooLate({ role, statement }: FileContext, stated: Date | undefined): Date | undefined {
  if (!role || !statement || "error" in statement || !stated) return undefined;
  return madeAfter(statement.key, stated);
}

/** Someone independent who saw the statement about this file before the time in it. */
const seenTooEarly = (context: FileContext, stated: Date | undefined) =>
  stated &&
  sightingsOfStatement(context).find(
    ({ voucher, time }) => voucher === "public" && time.getTime() < stated.getTime() - slackMs,
  );

/** The valid time-stamps over the whole file, separate or embedded, earliest first. */
export function timeStampsOver(context: FileContext): TimeStamp[] {
  const beside = context.stamps.flatMap((stamp) => ("timeStamp" in stamp ? [stamp.timeStamp] : []));
  return [...beside, ...inside(context)].toSorted(byTime);
}

const byTime = (one: TimeStamp, other: TimeStamp) => one.time.getTime() - other.time.getTime();

/** The trusted times inside a PDF that cover every byte of it; our own time-stamp may follow a seal. */
function inside({ signatureStatus, bytes = 0 }: FileContext): TimeStamp[] {
  return timesOver(
    signatureStatus,
    isWhole(signatureStatus) ? (signatureStatus?.seal?.found.end ?? bytes) : bytes,
  );
}

/** Time-stamps over the sealed part, if untrusted content was appended after it. */
function sealedOnly({ signatureStatus, bytes = 0 }: FileContext): TimeStamp[] {
  if (signatureStatus?.state !== "added") return [];
  return timesOver(signatureStatus, signatureStatus.seal?.found.end ?? bytes).toSorted(byTime);
}

function timesOver(signatureStatus: SignatureStatus | undefined, least: number): TimeStamp[] {
  const valid = signatureStatus?.signatures.filter(
    ({ validity, found }) => validity === "valid" && found.end >= least,
  );
  return valid?.flatMap(({ timeStamp }) => timeStamp ?? []) ?? [];
}

function statedTime({ role, statement, record }: FileContext): {
  time?: Date;
  isSigned?: boolean;
  details: Detail[];
} {
  if (role && statement && "attestation" in statement && role !== "certificate") {
    return withDetail(new Date(statement.attestation.time), true);
  }
  if (!role || record === undefined || record === "unknown") return { details: [] };
  const isSigned =
    statement !== undefined &&
    "attestation" in statement &&
    statement.attestation.serial === record.serialNumber;
  return withDetail(new Date(record.processedDate), isSigned);
}

function withDetail(time: Date, isSigned: boolean) {
  return { time, isSigned, details: [{ label: labels.statedTime, value: values.time(time) }] };
}

/** A file and its record may contain the same time-stamp, or two of the same second: those that read the same, once. */
function distinctDetails(stamps: TimeStamp[], trust: Trust, now: Date): Detail[] {
  const all = stamps.map((stamp) => stampDetails(stamp, trust, now));
  return [...new Map(all.map((details) => [details.map(plainValue).join("\n"), details])).values()].flat();
}

const reasonDetail = (error: TimeStampIssue): Detail => ({
  label: labels.reason,
  value: reasonSentences[error],
});
