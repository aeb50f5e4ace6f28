import type { StripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import type { Line } from "./line.ts";
import type { Promises } from "./promises.ts";

/** What the customers of a run share: the server, its payments, and what it has promised them. */
export type Market = {
  origin: string;
  line: Pick<Line, "send">;
  stripe: StripeFake;
  promises: Promises;
  /** The document that all customers upload. */
  path: string;
  /** Where the server writes its emails, if it has no mail server. */
  outbox?: string;
  /** How often a customer checks whether a document is ready. */
  pollMs: number;
  isOver: () => boolean;
};
