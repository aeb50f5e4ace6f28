import type { Detail } from "./detail.ts";
import type { Text } from "./text.ts";

/**
 * The state of an external witness of a log head. `confirmed`: valid under a key, root or block that is known here;
 * `pending`: promised; `absent`: nothing is here; `unverified`: something is here that could not be checked.
 */
export type WitnessState = "confirmed" | "pending" | "absent" | "unverified";

/** An external authority's time-stamp, Bitcoin by OpenTimestamps, or a cosigner of the log. */
export type WitnessKind = "timeStamp" | "openTimestamps" | "cosignature";

export type Witness = {
  kind: WitnessKind;
  state: WitnessState;
  sentence: Text;
  details: Detail[];
  /** Since when a confirmed witness has known the head, if it states a time. */
  time?: Date;
  /** What to call a confirmed witness, and who says that it is independent. */
  seenBy?: { name: Text | string; voucher: "named" | "public" };
  /** The height of the Bitcoin block that has the head. */
  block?: number;
  /** True if the evidence is not just unknown but false: damaged, forged or about something else. */
  isWrong: boolean;
};
