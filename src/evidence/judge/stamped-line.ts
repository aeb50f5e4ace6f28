import { compareWithStated } from "../stated-time.ts";
import { type Detail, good, type Line, unsure } from "./judgement.ts";
import { sentences } from "./sentences.ts";
import type { Subject } from "./subject.ts";

const say = sentences.when;
/** Outside authorities that were away are asked for a week; what comes later does not belong to the stamping. */
const patienceMs = 8 * 24 * 3_600_000;

/**
 * What the earliest time-stamp over a file says, held against the time that the service stated for it. An original may
 * have been time-stamped long before; what bears the stated time cannot.
 */
export function stampedLine(
  { role }: Pick<Subject, "role">,
  earliest: Date,
  stated: Date | undefined,
  details: Detail[],
): Line {
  const difference = stated && compareWithStated(stated, earliest);
  if (difference === "early" && role !== "original") return unsure(say.otherTime, details);
  if (stated === undefined || difference !== "late") return good(say.stamped(earliest), details);
  const isFar = earliest.getTime() - stated.getTime() > patienceMs;
  return (isFar ? unsure : good)(say.later(earliest, stated), details);
}
