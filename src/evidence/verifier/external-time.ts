import { sameBytes } from "../hash.ts";
import type { TimeStamp } from "../tsp/token.ts";
import { type Finding, indeterminate } from "./report.ts";
import { type Clock, sentences } from "./sentences.ts";
import type { Trust } from "./trust.ts";

/** The external root above a time-stamp; undefined if it is the service's own. */
export function findExternalRoot(
  { chain }: TimeStamp,
  { stampRoots }: Trust,
): Trust["stampRoots"][number] | undefined {
  const bytes = chain.at(-1)?.bytes;
  return bytes && stampRoots.find((one) => sameBytes(one.bytes, bytes));
}

/** The clock that a time-stamp comes from. */
export function findClock(stamp: TimeStamp, trust: Trust): Clock {
  return findExternalRoot(stamp, trust) ? { authority: stamp.authority } : { service: trust.name };
}

/** Witnesses see the log every hour; networks and authorities may be unavailable for a day or two. */
const maxUnseenMs = 2 * 24 * 3_600_000;

/**
 * Compares a time that only the service vouches for with the log. An entry that no external witness has seen for days
 * after that time may have been written later: nothing else would reveal backdating. `stamps`: those over the file,
 * earliest first.
 */
export function compareWithLog(when: Finding, log: Finding, stamps: TimeStamp[], trust: Trust): Finding {
  const [first] = stamps;
  const seen = (log.witnesses ?? []).flatMap(({ state, time }) =>
    state === "confirmed" ? (time ?? []) : [],
  );
  const outside = stamps.flatMap((stamp) => (findExternalRoot(stamp, trust) ? [stamp.time] : []));
  const [known] = [...seen, ...outside].toSorted((one, other) => one.getTime() - other.getTime());
  if (when.verdict !== "passed" || !first || !known) return when;
  if (known.getTime() - first.time.getTime() <= maxUnseenMs) return when;
  return indeterminate(sentences.when.knownSince(first.time, known), when.details);
}
