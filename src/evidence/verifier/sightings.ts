import type { TimeStamp } from "../tsp/token.ts";
import type { FileContext } from "./file-context.ts";
import { checkLogEntry } from "./log-finding.ts";
import type { Text } from "./text.ts";
import { type Voucher, vouchedBy } from "./vouched-by.ts";

/** Someone outside the service who saw the file, or the signed statement about it, by this time. */
export type Sighting = { name: Text | string; time: Date; voucher: Exclude<Voucher, "service"> };

/**
 * Who outside the service saw a file, earliest first: authorities that time-stamped it, and witnesses of the log. The
 * log has only the statement, so its witnesses count only for a file that the statement names.
 */
export function findSightings(context: FileContext, stamps: TimeStamp[]): Sighting[] {
  const { trust } = context;
  const ofFile = stamps.flatMap((stamp): Sighting[] => {
    const voucher = vouchedBy({ stamp }, trust);
    return voucher === "service" ? [] : [{ name: stamp.authority, time: stamp.time, voucher }];
  });
  return [...ofFile, ...sightingsOfStatement(context)].toSorted(
    (one, other) => one.time.getTime() - other.time.getTime(),
  );
}

/** Those who saw the statement about the file, with the time in it, in the log. */
export function sightingsOfStatement(context: FileContext): Sighting[] {
  const witnesses = context.basis === "statement" ? (checkLogEntry(context).witnesses ?? []) : [];
  return witnesses.flatMap(({ state, time, seenBy }) =>
    state === "confirmed" && time && seenBy ? [{ ...seenBy, time }] : [],
  );
}

/** Witnesses see the log every hour; networks and authorities may be unavailable for a day or two. */
const maxUnseenMs = 2 * 24 * 3_600_000;

/** True if someone saw it so soon after this time that it cannot have been backdated by more than the usual delay. */
export const isSeenSoon = ({ time }: Sighting, after: Date) =>
  time.getTime() - after.getTime() <= maxUnseenMs;
