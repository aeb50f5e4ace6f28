import type { Detail } from "./detail.ts";

/**
 * What stands of somebody outside about a head of the log. `confirmed`: it holds, by a key, root or block that is
 * known here; `pending`: it was promised; `absent`: nothing is here; `unverified`: something is here that could not
 * be looked at.
 */
export type WitnessState = "confirmed" | "pending" | "absent" | "unverified";

/** An outside authority's time-stamp, Bitcoin by OpenTimestamps, or a cosigner of the log. */
export type WitnessKind = "timeStamp" | "openTimestamps" | "cosignature";

export type Witness = {
  kind: WitnessKind;
  state: WitnessState;
  sentence: string;
  details: Detail[];
  /** Since when a confirmed one has known the head, where it says so itself. */
  time?: Date;
  /** True when what came with it is not merely unknown but false: damaged, forged or about something else. */
  isWrong: boolean;
};
