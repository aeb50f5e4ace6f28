import { sameBytes } from "../hash.ts";
import type { TimeStamp } from "../tsp/token.ts";
import { type Line, unsure } from "./report.ts";
import { type Clock, sentences } from "./sentences.ts";
import type { Trust } from "./trust.ts";

/** The root of somebody else that vouches for a time-stamp; undefined where the service's own does. */
export function findExternalRoot(
  { chain }: TimeStamp,
  { stampRoots }: Trust,
): Trust["stampRoots"][number] | undefined {
  const bytes = chain.at(-1)?.bytes;
  return bytes && stampRoots.find((one) => sameBytes(one.bytes, bytes));
}

/** By whose clock a time-stamp is. */
export function findClock(stamp: TimeStamp, trust: Trust): Clock {
  return findExternalRoot(stamp, trust) ? { authority: stamp.authority } : { service: trust.name };
}

/** Witnesses see the log every hour; networks and their authorities may be away for a day or two. */
const maxUnseenMs = 2 * 24 * 3_600_000;

/**
 * What the log says of a time that the service alone vouches for. An entry that nobody outside has seen for days after
 * that time may have been written later: backdating shows nowhere else. `stamps`: those over the file, earliest first.
 */
export function heldAgainstLog(when: Line, log: Line, stamps: TimeStamp[], trust: Trust): Line {
  const [first] = stamps;
  const seen = (log.witnesses ?? []).flatMap(({ state, time }) =>
    state === "confirmed" ? (time ?? []) : [],
  );
  const outside = stamps.flatMap((stamp) => (findExternalRoot(stamp, trust) ? [stamp.time] : []));
  const [known] = [...seen, ...outside].toSorted((one, other) => one.getTime() - other.getTime());
  if (when.verdict !== "good" || !first || !known) return when;
  if (known.getTime() - first.time.getTime() <= maxUnseenMs) return when;
  return unsure(sentences.when.knownSince(first.time, known), when.details);
}
