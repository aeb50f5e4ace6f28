/** The sections of the description in order. */
export const groups = {
  Documents: "Upload, start, wait until the status is completed or error, then download the results.",
  Collections:
    "Up to 50,000 files, attested by their fingerprints: the files stay with their owner. A collection is also a document, so the calls that start, pay for, email, rename and move a document accept its ID.",
  Projects: "Related documents, in chronological order.",
  Verification: "What anyone can look up about a serial number.",
  "Access tokens": "For programs. A signed-in user creates them, here or at /account.",
  Webhooks:
    "Events are posted to your addresses, signed according to Standard Webhooks. A signed-in user creates them here or at /account, or a program with the scope webhooks:write.",
  Account: "Signing in sets a cookie; programs use an access token instead.",
  Notices:
    "What needs a person's attention: what failed, is used up, was answered or acknowledged, and who signed in.",
  Offices:
    "Accounts that several people act for. A session acts for one account at a time; a token acts for the account in which it was created.",
  "Plans and payments": "Prices are in cents. Paying takes a browser: Stripe collects the card.",
  Referrals: "Codes that earn free credits.",
  Support: "Tickets and messages.",
  Administration: "For administrators. Every access to a client's data is recorded in the audit log.",
  Evidence: "Everything needed to check documents without us. No account is needed.",
  Server: "The state of the server, and this description.",
} as const;
export type Group = keyof typeof groups;

/** Why calls for people only take no access token, by group. A test makes sure that each such call has its reason. */
export const reasonsForSession: Partial<Record<Group, string>> = {
  "Access tokens": "a token could give itself more rights, or outlive its own end",
  Notices: "they tell a person who signed in to their account; webhooks tell programs",
  Offices: "who belongs to an office is decided by people",
  Account: "someone who finds a token must not take over the account",
  "Plans and payments": "paying takes a person",
  Referrals: "credits are for people",
  Support: "tickets are written and read by people",
  Administration: "an administrator's rights are never given to a program",
};
