import type { ErrorKind } from "../../../errors.ts";

/** The sections of the description in order. */
export const groups = {
  Documents: "Upload, start, wait until the status is completed or error, then load what was made.",
  Collections:
    "Any number of files, attested by their fingerprints: the files stay with their owner. A collection is a document as well, so the calls that start, pay for, email, rename and move a document take its id.",
  Projects: "Documents about one matter, in the order of their times.",
  Verification: "What anybody may ask of a serial number.",
  "Access tokens": "For programs. They are made by a person who is signed in, also at /account.",
  Webhooks:
    "What happened is posted to addresses of yours, signed as Standard Webhooks says. They are made by a person who is signed in, also at /account.",
  Account: "Signing in sets a cookie; programs use an access token instead.",
  "Plans and payments": "Prices are in cents. Paying takes a browser: Stripe collects the card.",
  Referrals: "Codes that earn free credits.",
  Support: "Tickets and messages.",
  Administration:
    "For administrators. What is a client's is written into the audit log when it is looked at.",
  Evidence: "What lets anybody check without us. None of it needs an account.",
  Server: "Whether the server is well, and this description.",
} as const;
export type Group = keyof typeof groups;

/** The description of a call, beyond what follows from its guard, input and output. */
export type CallDescription = {
  group: Group;
  summary: string;
  /** Errors beyond those that follow from its guard, input and path. */
  refusals?: readonly ErrorKind[];
};
