import type { TimeStamp } from "../tsp/token.ts";
import type { Clock } from "./sentences.ts";
import type { Trust } from "./trust.ts";
import { vouchedBy } from "./vouched-by.ts";

/** The clock that a time-stamp comes from. */
export function findClock(stamp: TimeStamp, trust: Trust): Clock {
  switch (vouchedBy({ stamp }, trust)) {
    case "service":
      return { service: trust.name };
    case "named":
      return { authority: stamp.authority, namedBy: trust.name };
    case "public":
      return { authority: stamp.authority };
  }
}
