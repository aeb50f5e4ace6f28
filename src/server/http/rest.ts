import { callTRPCProcedure } from "@trpc/server";
import { readJsonObject } from "./body.ts";
import type { App } from "./http-env.ts";
import { identifyAgain } from "./identify.ts";
import type { CallDescription } from "./openapi/groups.ts";
import { queryOnce } from "./query.ts";
import { appRouter } from "./router.ts";

export type RestCall = CallDescription & {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** The tRPC procedure behind the call: its guard, input and output also describe the call. */
  procedure: string;
};

/**
 * The documented calls, each an alias of a procedure. app.ts mounts the other routes: files, and lookups of serial
 * numbers, which need no session.
 */
export const restCalls = [
  {
    method: "POST",
    path: "/api/auth/register",
    procedure: "accounts.register",
    group: "Account",
    summary: "Create an account and sign in",
    refusals: ["forbidden", "conflict", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/auth/login",
    procedure: "accounts.login",
    group: "Account",
    summary: "Sign in",
    refusals: ["unauthenticated", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/auth/logout",
    procedure: "accounts.logout",
    group: "Account",
    summary: "Sign out",
  },
  {
    method: "GET",
    path: "/api/auth/me",
    procedure: "accounts.me",
    group: "Account",
    summary: "The signed-in user, or the owner of the token",
  },
  {
    method: "POST",
    path: "/api/auth/change-password",
    procedure: "password.change",
    group: "Account",
    summary: "Change the password; ends all other sessions and revokes all access tokens",
    refusals: ["rate_limited"],
  },
  {
    method: "POST",
    path: "/api/auth/forgot-password",
    procedure: "password.forgot",
    group: "Account",
    summary: "Email a link for setting a new password",
    refusals: ["rate_limited"],
  },
  {
    method: "POST",
    path: "/api/auth/reset-password",
    procedure: "password.reset",
    group: "Account",
    summary:
      "Set a new password with the token from that link; ends all sessions and revokes all access tokens",
  },
  {
    method: "POST",
    path: "/api/auth/email",
    procedure: "email.set",
    group: "Account",
    summary: "Set the email address, or replace it while it is not confirmed",
    refusals: ["conflict", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/auth/request-confirmation",
    procedure: "email.requestConfirmation",
    group: "Account",
    summary: "Email the link that confirms your address",
    refusals: ["invalid", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/auth/confirm-email",
    procedure: "email.confirm",
    group: "Account",
    summary: "Confirm an address with the token from that link",
  },
  {
    method: "GET",
    path: "/api/tokens",
    procedure: "tokens.list",
    group: "Access tokens",
    summary: "Your tokens, newest first",
  },
  {
    method: "POST",
    path: "/api/tokens",
    procedure: "tokens.create",
    group: "Access tokens",
    summary: "Create a token; only this answer contains it in full",
    refusals: ["conflict"],
  },
  {
    method: "DELETE",
    path: "/api/tokens/:id",
    procedure: "tokens.revoke",
    group: "Access tokens",
    summary: "Revoke a token immediately",
  },
  {
    method: "GET",
    path: "/api/webhooks",
    procedure: "webhooks.list",
    group: "Webhooks",
    summary: "Your webhooks",
  },
  {
    method: "POST",
    path: "/api/webhooks",
    procedure: "webhooks.create",
    group: "Webhooks",
    summary: "Create a webhook; the answer contains its secret",
    refusals: ["conflict"],
  },
  {
    method: "PATCH",
    path: "/api/webhooks/:id",
    procedure: "webhooks.update",
    group: "Webhooks",
    summary: "Change, disable or enable a webhook",
  },
  {
    method: "DELETE",
    path: "/api/webhooks/:id",
    procedure: "webhooks.remove",
    group: "Webhooks",
    summary: "Delete a webhook and its delivery log",
  },
  {
    method: "POST",
    path: "/api/webhooks/:id/rotate",
    procedure: "webhooks.rotate",
    group: "Webhooks",
    summary: "Create a new secret; for a day, deliveries are signed with the old one too",
  },
  {
    method: "GET",
    path: "/api/webhooks/:id/deliveries",
    procedure: "webhooks.deliveries",
    group: "Webhooks",
    summary: "The webhook's newest deliveries from the last 30 days",
  },
  {
    method: "POST",
    path: "/api/webhooks/:id/deliveries/:deliveryId/replay",
    procedure: "webhooks.replay",
    group: "Webhooks",
    summary: "Send a delivery again",
    refusals: ["conflict", "rate_limited"],
  },
  {
    method: "GET",
    path: "/api/documents",
    procedure: "documents.list",
    group: "Documents",
    summary: "Your documents, newest first",
  },
  {
    method: "GET",
    path: "/api/documents/search",
    procedure: "documents.find",
    group: "Documents",
    summary: "Your documents that match a search, a page at a time",
  },
  {
    method: "GET",
    path: "/api/documents/:id",
    procedure: "documents.get",
    group: "Documents",
    summary: "One document and its status",
  },
  {
    method: "PATCH",
    path: "/api/documents/:id",
    procedure: "documents.describe",
    group: "Documents",
    summary: "Change the name that you see, or your note; what was attested stays",
  },
  {
    method: "DELETE",
    path: "/api/documents/:id",
    procedure: "documents.remove",
    group: "Documents",
    summary: "Delete a document",
    refusals: ["conflict"],
  },
  {
    method: "POST",
    path: "/api/documents/:id/process",
    procedure: "documents.process",
    group: "Documents",
    summary: "Stamp an uploaded document; repeated calls use only one stamp",
    refusals: ["payment_required", "forbidden", "conflict", "gone", "unavailable"],
  },
  {
    method: "POST",
    path: "/api/documents/:id/email",
    procedure: "documents.email",
    group: "Documents",
    summary: "Email the stamped copy and the certificate to someone; your own address must be confirmed",
    refusals: ["forbidden", "conflict", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/documents/email",
    procedure: "documents.emailSeveral",
    group: "Documents",
    summary: "Email up to twenty documents and their certificates to someone, in one email",
    refusals: ["forbidden", "not_found", "conflict", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/documents/delete",
    procedure: "documents.removeSeveral",
    group: "Documents",
    summary: "Delete several documents; those that are gone already are left out",
    refusals: ["conflict"],
  },
  {
    method: "GET",
    path: "/api/referral/stats",
    procedure: "referrals.stats",
    group: "Referrals",
    summary: "Your code and what it has earned",
  },
  {
    method: "POST",
    path: "/api/referral/generate",
    procedure: "referrals.generate",
    group: "Referrals",
    summary: "Get your code; creates one if you have none",
  },
  {
    method: "POST",
    path: "/api/referral/apply",
    procedure: "referrals.applyCode",
    group: "Referrals",
    summary: "Use another user's code",
    refusals: ["not_found", "conflict", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/support/ticket",
    procedure: "support.submit",
    group: "Support",
    summary: "Open a ticket",
    refusals: ["rate_limited"],
  },
  {
    method: "GET",
    path: "/api/support/tickets",
    procedure: "support.list",
    group: "Support",
    summary: "Your tickets, newest first",
  },
  {
    method: "GET",
    path: "/api/support/tickets/all",
    procedure: "support.listAll",
    group: "Administration",
    summary: "All tickets, newest first",
  },
  {
    method: "PATCH",
    path: "/api/support/tickets/:id",
    procedure: "support.update",
    group: "Administration",
    summary: "Answer a ticket, or change its status",
  },
  {
    method: "DELETE",
    path: "/api/support/tickets/:id",
    procedure: "support.remove",
    group: "Administration",
    summary: "Delete a ticket",
  },
  {
    method: "POST",
    path: "/api/contact",
    procedure: "support.contact",
    group: "Support",
    summary: "Contact us without an account",
    refusals: ["rate_limited"],
  },
  {
    method: "GET",
    path: "/api/subscription/status",
    procedure: "billing.status",
    group: "Plans and payments",
    summary: "Your plan and what is left of it",
  },
  {
    method: "GET",
    path: "/api/subscription/plans",
    procedure: "billing.plans",
    group: "Plans and payments",
    summary: "The plans by ID",
  },
  {
    method: "POST",
    path: "/api/subscription/create",
    procedure: "billing.create",
    group: "Plans and payments",
    summary: "Choose a plan",
    refusals: ["conflict", "rate_limited", "unavailable"],
  },
  {
    method: "POST",
    path: "/api/subscription/cancel",
    procedure: "billing.cancel",
    group: "Plans and payments",
    summary: "Cancel the subscription at the end of the paid month",
    refusals: ["not_found", "conflict", "unavailable"],
  },
  {
    method: "POST",
    path: "/api/payment/pay-per-document",
    procedure: "billing.payPerDocument",
    group: "Plans and payments",
    summary: "Start a payment for one document",
    refusals: ["not_found", "conflict", "rate_limited", "unavailable"],
  },
  {
    method: "POST",
    path: "/api/payment/complete-document-payment",
    procedure: "billing.completeDocumentPayment",
    group: "Plans and payments",
    summary: "Check a payment after it was made",
    refusals: ["payment_required", "not_found", "conflict", "rate_limited", "unavailable"],
  },
  {
    method: "POST",
    path: "/api/payment/pay-for-documents",
    procedure: "billing.payForDocuments",
    group: "Plans and payments",
    summary: "Start one payment for several documents, which are stamped when it arrives",
    refusals: ["not_found", "conflict", "rate_limited", "unavailable"],
  },
  {
    method: "POST",
    path: "/api/payment/complete-documents-payment",
    procedure: "billing.completeDocumentsPayment",
    group: "Plans and payments",
    summary: "Check a payment for several documents after it was made",
    refusals: ["payment_required", "not_found", "conflict", "rate_limited", "unavailable"],
  },
  {
    method: "POST",
    path: "/api/payment/redeem-credit",
    procedure: "billing.redeemCredit",
    group: "Plans and payments",
    summary: "Pay for a document with a free credit, if the server accepts them",
    refusals: ["payment_required", "forbidden", "not_found", "conflict"],
  },
  {
    method: "GET",
    path: "/api/admin/documents/search",
    procedure: "admin.searchDocuments",
    group: "Administration",
    summary: "Find documents by email address, serial number or username (exactly one of them)",
  },
  {
    method: "GET",
    path: "/api/admin/users",
    procedure: "admin.users",
    group: "Administration",
    summary: "Accounts, newest first",
  },
  {
    method: "DELETE",
    path: "/api/admin/users/:id",
    procedure: "admin.removeUser",
    group: "Administration",
    summary: "Delete an account",
  },
  {
    method: "POST",
    path: "/api/admin/email-documents",
    procedure: "admin.emailDocuments",
    group: "Administration",
    summary: "Email a client's document to someone",
    refusals: ["not_found", "conflict", "rate_limited"],
  },
  {
    method: "POST",
    path: "/api/admin/grant-credits",
    procedure: "admin.grantCredits",
    group: "Administration",
    summary: "Grant free credits",
    refusals: ["not_found", "conflict"],
  },
  {
    method: "GET",
    path: "/api/admin/figures",
    procedure: "admin.figures",
    group: "Administration",
    summary: "Accounts, stamps, revenue, failures, emails and storage, by day",
  },
  {
    method: "GET",
    path: "/api/admin/audit-log",
    procedure: "admin.auditLog",
    group: "Administration",
    summary: "What administrators and the operator did, newest first",
  },
] as const satisfies RestCall[];

/**
 * Mounts the table. A GET takes its input from the query string, all others from a JSON body; path parameters take
 * precedence.
 */
export function mountRest(app: App): void {
  for (const call of restCalls) {
    app.on(call.method, call.path, async (c) => {
      const given = call.method === "GET" ? queryOnce(c.req.queries()) : await readJsonObject(c.req.raw);
      const input = { ...given, ...c.req.param() };
      const answer: unknown = await callTRPCProcedure({
        router: appRouter,
        path: call.procedure,
        type: call.method === "GET" ? "query" : "mutation",
        ctx: await identifyAgain(c),
        getRawInput: async () => input,
        signal: c.req.raw.signal,
        batchIndex: 0,
      });
      return Response.json(answer);
    });
  }
}
