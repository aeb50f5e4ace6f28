import type { Level } from "../../formats/text/proof-of-time.ts";
import { checkQualified } from "../tsp/qualified.ts";
import type { TimeStamp } from "../tsp/token.ts";
import type { Trust } from "./trust.ts";
import { vouchedBy } from "./vouched-by.ts";

/** The level of the time in a valid time-stamp, by itself. */
export function levelOfStamp(stamp: TimeStamp, trust: Trust, now: Date): Level {
  if (vouchedBy({ stamp }, trust) !== "public") return "own-clock";
  return "list" in checkQualified(stamp, trust.trustedLists, now) ? "qualified" : "external";
}
