import { compareWithStated } from "../stated-time.ts";
import type { TimeStamp } from "../tsp/token.ts";
import type { Detail } from "./detail.ts";
import { findClock } from "./external-time.ts";
import type { FileContext } from "./file-context.ts";
import { checkLogEntry } from "./log-finding.ts";
import { dated, type Finding, indeterminate } from "./report.ts";
import { sentences } from "./sentences.ts";
import { findSightings, isSeenSoon, type Sighting } from "./sightings.ts";
import { levelOfStamp } from "./stamp-level.ts";
import type { Text } from "./text.ts";
import { vouchedBy } from "./vouched-by.ts";

const say = sentences.when;
/**
 * The service retries unavailable external authorities for a week; a later token does not belong to the stamping. Our
 * own authority is always available.
 */
export const maxStampDelayMs = 8 * 24 * 3_600_000;

/**
 * The time-stamp is made seconds after the time on the stamp. A reader then sees only that time, as on the stamp, the
 * certificate and the record; the details have both.
 */
const sameMomentMs = 60_000;
const isSameMoment = (stated: Date, stamped: Date) =>
  Math.abs(stamped.getTime() - stated.getTime()) < sameMomentMs;

/**
 * Compares the time-stamps over a file, earliest first, with the time that the service stated, and says who vouches for
 * the result. An original may have been time-stamped long before; a file that bears the stated time cannot.
 */
export function checkStampedTime(
  context: FileContext,
  stamps: [TimeStamp, ...TimeStamp[]],
  stated: Date | undefined,
  details: Detail[],
): Finding {
  const { role, trust, now } = context;
  const [first] = stamps;
  if (stated && role !== "original" && compareWithStated(stated, first.time) === "early")
    return indeterminate(say.otherTime, details);
  const atTheTime = stamps.filter(
    (stamp) =>
      vouchedBy({ stamp }, trust) === "public" && compareWithStated(first.time, stamp.time) !== "late",
  );
  const stamp =
    atTheTime.find((one) => levelOfStamp(one, trust, now) === "qualified") ?? atTheTime[0] ?? first;
  const voucher = vouchedBy({ stamp }, trust);
  const level = levelOfStamp(stamp, trust, now);
  const clock = findClock(stamp, trust);
  if (stated && compareWithStated(stated, stamp.time) === "late") {
    const isLate = stamp.time.getTime() - stated.getTime() > maxStampDelayMs || voucher === "service";
    const sentence = say.later(stamp.time, clock, stated);
    // Anyone can get a late time-stamp of any file: it takes nothing from those who saw the statement in time.
    const seen = isLate ? checkStatedTime(context, stated, details) : undefined;
    if (seen?.level === "seen-later") return seen;
    if (isLate) return indeterminate(sentence, details);
    return dated(level, sentence, details);
  }
  const time = stated && isSameMoment(stated, stamp.time) ? stated : stamp.time;
  if (voucher === "public") {
    return dated(level, time === stated ? say.confirmed(time, clock) : say.stamped(time, clock), details);
  }
  return (
    compareWithSightings(context, stamps, time, details, (name, seen) =>
      say.stampedAndSeen(time, clock, name, seen),
    ) ?? dated("own-clock", say.stamped(time, clock), details)
  );
}

/** A signed statement about a file without any time-stamp: who signed it, and who vouches for its time. */
export function checkStatedTime(context: FileContext, stated: Date, details: Detail[]): Finding {
  const { name } = context.trust;
  const isLogged = checkLogEntry(context).verdict === "passed" && context.basis === "statement";
  return (
    compareWithSightings(context, [], stated, details, (witness, seen) =>
      say.statedAndSeen(stated, name, witness, seen),
    ) ??
    (isLogged
      ? dated("own-clock", say.logged(stated, name), details)
      : dated("stated", say.stated(stated, name), details))
  );
}

/**
 * Compares a time that only the service vouches for with those at which others saw the file or its entry in the log.
 * What no one saw for days may have been written later: nothing else would reveal backdating. Undefined: no one is
 * known to have seen it.
 */
function compareWithSightings(
  context: FileContext,
  stamps: TimeStamp[],
  time: Date,
  details: Detail[],
  sayConfirmed: (name: Sighting["name"], seen: Date) => Text,
): Finding | undefined {
  const sightings = findSightings(context, stamps);
  const confirming = sightings.find(({ voucher }) => voucher === "public");
  if (confirming && isSeenSoon(confirming, time))
    return dated("seen-later", sayConfirmed(confirming.name, confirming.time), details);
  const [known] = sightings;
  if (!known || isSeenSoon(known, time)) return undefined;
  return dated("own-clock", say.knownSince(time, context.trust.name, known.time), details);
}
