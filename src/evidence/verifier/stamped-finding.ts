import { compareWithStated } from "../stated-time.ts";
import type { TimeStamp } from "../tsp/token.ts";
import type { Detail } from "./detail.ts";
import { findClock, findExternalRoot } from "./external-time.ts";
import type { FileContext } from "./file-context.ts";
import { type Finding, indeterminate, passed } from "./report.ts";
import { sentences } from "./sentences.ts";

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
 * Compares the earliest time-stamp over a file with the time that the service stated. An original may have been
 * time-stamped long before; a file that bears the stated time cannot.
 */
export function checkStampedTime(
  { role, trust }: Pick<FileContext, "role" | "trust">,
  stamp: TimeStamp,
  stated: Date | undefined,
  details: Detail[],
): Finding {
  const earliest = stamp.time;
  const difference = stated && compareWithStated(stated, earliest);
  if (difference === "early" && role !== "original") return indeterminate(say.otherTime, details);
  const clock = findClock(stamp, trust);
  if (stated && isSameMoment(stated, earliest)) return passed(say.confirmed(stated, clock), details);
  if (stated === undefined || difference !== "late") return passed(say.stamped(earliest, clock), details);
  const afterMs = earliest.getTime() - stated.getTime();
  const isLate = afterMs > maxStampDelayMs || findExternalRoot(stamp, trust) === undefined;
  return (isLate ? indeterminate : passed)(say.later(earliest, clock, stated), details);
}
