import { compareWithStated } from "../stated-time.ts";
import type { TimeStamp } from "../tsp/token.ts";
import type { Detail } from "./detail.ts";
import { findClock, findExternalRoot } from "./external-time.ts";
import { good, type Line, unsure } from "./report.ts";
import { sentences } from "./sentences.ts";
import type { Subject } from "./subject.ts";

const say = sentences.when;
/**
 * Outside authorities that were away are asked for a week; what comes later does not belong to the stamping. Our own is
 * never away.
 */
export const maxStampDelayMs = 8 * 24 * 3_600_000;

/**
 * What the earliest time-stamp over a file says, held against the time that the service stated for it. An original may
 * have been time-stamped long before; what bears the stated time cannot.
 */
export function stampedLine(
  { role, trust }: Pick<Subject, "role" | "trust">,
  stamp: TimeStamp,
  stated: Date | undefined,
  details: Detail[],
): Line {
  const earliest = stamp.time;
  const difference = stated && compareWithStated(stated, earliest);
  if (difference === "early" && role !== "original") return unsure(say.otherTime, details);
  const clock = findClock(stamp, trust);
  if (stated === undefined || difference !== "late") return good(say.stamped(earliest, clock), details);
  const afterMs = earliest.getTime() - stated.getTime();
  const isLate = afterMs > maxStampDelayMs || findExternalRoot(stamp, trust) === undefined;
  return (isLate ? unsure : good)(say.later(earliest, clock, stated), details);
}
