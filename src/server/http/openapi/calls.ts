import type { ErrorKind } from "../../../errors.ts";
import type { restCalls } from "../rest.ts";

export const groups = {
  Documents: "Upload, start, wait until the status is completed or error, then load what was made.",
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

export type Description = {
  group: Group;
  summary: string;
  /** Refusals of this call beside those that follow from its guard, input and path. */
  refusals?: readonly ErrorKind[];
};

type Procedure = (typeof restCalls)[number]["procedure"];

/** What every REST call is for. A call without a line here does not compile. */
export const descriptions: Record<Procedure, Description> = {
  "documents.list": { group: "Documents", summary: "Your documents, newest first" },
  "documents.get": { group: "Documents", summary: "One document, and how far it is" },
  "documents.process": {
    group: "Documents",
    summary: "Stamp an uploaded document; asked again, it takes no second stamp",
    refusals: ["payment_required", "forbidden", "conflict", "gone", "unavailable"],
  },
  "documents.email": {
    group: "Documents",
    summary: "Send stamped copy and certificate to somebody; needs a confirmed address of yours",
    refusals: ["forbidden", "conflict", "rate_limited"],
  },
  "documents.remove": { group: "Documents", summary: "Delete a document", refusals: ["conflict"] },
  "tokens.list": { group: "Access tokens", summary: "Your tokens, newest first" },
  "tokens.create": {
    group: "Access tokens",
    summary: "Make a token; only this answer shows all of it",
    refusals: ["conflict"],
  },
  "tokens.revoke": { group: "Access tokens", summary: "Revoke a token at once" },
  "webhooks.list": { group: "Webhooks", summary: "Your webhooks" },
  "webhooks.create": {
    group: "Webhooks",
    summary: "Make a webhook; this answer shows its secret",
    refusals: ["conflict"],
  },
  "webhooks.update": { group: "Webhooks", summary: "Change, disable or enable a webhook" },
  "webhooks.remove": { group: "Webhooks", summary: "Delete a webhook and its log" },
  "webhooks.rotate": {
    group: "Webhooks",
    summary: "Make a new secret; the old one signs beside it for a day",
  },
  "webhooks.deliveries": { group: "Webhooks", summary: "Its newest deliveries of the last 30 days" },
  "webhooks.replay": {
    group: "Webhooks",
    summary: "Send a delivery again",
    refusals: ["conflict", "rate_limited"],
  },
  "accounts.register": {
    group: "Account",
    summary: "Open an account and sign in",
    refusals: ["forbidden", "conflict", "rate_limited"],
  },
  "accounts.login": {
    group: "Account",
    summary: "Sign in",
    refusals: ["unauthenticated", "rate_limited"],
  },
  "accounts.logout": { group: "Account", summary: "Sign out" },
  "accounts.me": { group: "Account", summary: "Who is signed in, or whose token this is" },
  "password.change": {
    group: "Account",
    summary: "Change the password; ends all other sessions and revokes all access tokens",
    refusals: ["rate_limited"],
  },
  "password.forgot": { group: "Account", summary: "Ask for a link by mail", refusals: ["rate_limited"] },
  "password.reset": {
    group: "Account",
    summary: "Set a new password with the token of that link; ends all sessions, revokes all access tokens",
  },
  "email.set": {
    group: "Account",
    summary: "Enter an e-mail address, or another one while it is not confirmed",
    refusals: ["conflict", "rate_limited"],
  },
  "email.requestConfirmation": {
    group: "Account",
    summary: "Have the link mailed that confirms your address",
    refusals: ["invalid", "rate_limited"],
  },
  "email.confirm": { group: "Account", summary: "Confirm an address with the token of that link" },
  "billing.plans": { group: "Plans and payments", summary: "The plans, by their ids" },
  "billing.status": { group: "Plans and payments", summary: "Your plan, and what is left of it" },
  "billing.create": {
    group: "Plans and payments",
    summary: "Choose a plan",
    refusals: ["conflict", "rate_limited", "unavailable"],
  },
  "billing.cancel": {
    group: "Plans and payments",
    summary: "Cancel the subscription at the end of its month",
    refusals: ["not_found", "conflict", "unavailable"],
  },
  "billing.payPerDocument": {
    group: "Plans and payments",
    summary: "Begin to pay for one document",
    refusals: ["not_found", "conflict", "rate_limited", "unavailable"],
  },
  "billing.completeDocumentPayment": {
    group: "Plans and payments",
    summary: "Have a payment looked at, after it was made",
    refusals: ["payment_required", "not_found", "conflict", "rate_limited", "unavailable"],
  },
  "billing.redeemCredit": {
    group: "Plans and payments",
    summary: "Pay for a document with a free credit, where the server takes them",
    refusals: ["payment_required", "forbidden", "not_found", "conflict"],
  },
  "referrals.stats": { group: "Referrals", summary: "Your code, and what it earned" },
  "referrals.generate": { group: "Referrals", summary: "Get a code; you keep the one you have" },
  "referrals.applyCode": {
    group: "Referrals",
    summary: "Use somebody's code",
    refusals: ["not_found", "conflict", "rate_limited"],
  },
  "support.submit": { group: "Support", summary: "Write a ticket", refusals: ["rate_limited"] },
  "support.list": { group: "Support", summary: "Your tickets, newest first" },
  "support.contact": {
    group: "Support",
    summary: "Write to us without an account",
    refusals: ["rate_limited"],
  },
  "support.listAll": { group: "Administration", summary: "Everybody's tickets, newest first" },
  "support.update": { group: "Administration", summary: "Answer a ticket, or change its status" },
  "support.remove": { group: "Administration", summary: "Delete a ticket" },
  "admin.searchDocuments": {
    group: "Administration",
    summary: "Find documents by exactly one of e-mail, serial number and username",
  },
  "admin.users": { group: "Administration", summary: "Accounts, newest first" },
  "admin.removeUser": { group: "Administration", summary: "Delete an account" },
  "admin.emailDocuments": {
    group: "Administration",
    summary: "Send a client's document to somebody",
    refusals: ["not_found", "conflict", "rate_limited"],
  },
  "admin.grantCredits": {
    group: "Administration",
    summary: "Give free credits",
    refusals: ["not_found", "conflict"],
  },
  "admin.auditLog": { group: "Administration", summary: "Who with special rights did what" },
};
