import { callTRPCProcedure } from "@trpc/server";
import { readJsonObject } from "./body.ts";
import type { App } from "./http-env.ts";
import { identifyAgain } from "./identify.ts";
import { queryOnce } from "./query.ts";
import { appRouter } from "./router.ts";

export type RestCall = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** The tRPC procedure that does the work. */
  procedure: string;
};

/**
 * The documented calls, each a name for a procedure. app.ts mounts the others: files, and lookups of serial numbers,
 * which need no session.
 */
export const restCalls = [
  { method: "POST", path: "/api/auth/register", procedure: "accounts.register" },
  { method: "POST", path: "/api/auth/login", procedure: "accounts.login" },
  { method: "POST", path: "/api/auth/logout", procedure: "accounts.logout" },
  { method: "GET", path: "/api/auth/me", procedure: "accounts.me" },
  { method: "POST", path: "/api/auth/change-password", procedure: "password.change" },
  { method: "POST", path: "/api/auth/forgot-password", procedure: "password.forgot" },
  { method: "POST", path: "/api/auth/reset-password", procedure: "password.reset" },
  { method: "POST", path: "/api/auth/email", procedure: "email.set" },
  { method: "POST", path: "/api/auth/request-confirmation", procedure: "email.requestConfirmation" },
  { method: "POST", path: "/api/auth/confirm-email", procedure: "email.confirm" },
  { method: "GET", path: "/api/tokens", procedure: "tokens.list" },
  { method: "POST", path: "/api/tokens", procedure: "tokens.create" },
  { method: "DELETE", path: "/api/tokens/:id", procedure: "tokens.revoke" },
  { method: "GET", path: "/api/webhooks", procedure: "webhooks.list" },
  { method: "POST", path: "/api/webhooks", procedure: "webhooks.create" },
  { method: "PATCH", path: "/api/webhooks/:id", procedure: "webhooks.update" },
  { method: "DELETE", path: "/api/webhooks/:id", procedure: "webhooks.remove" },
  { method: "POST", path: "/api/webhooks/:id/rotate", procedure: "webhooks.rotate" },
  { method: "GET", path: "/api/webhooks/:id/deliveries", procedure: "webhooks.deliveries" },
  {
    method: "POST",
    path: "/api/webhooks/:id/deliveries/:deliveryId/replay",
    procedure: "webhooks.replay",
  },
  { method: "GET", path: "/api/documents", procedure: "documents.list" },
  { method: "GET", path: "/api/documents/:id", procedure: "documents.get" },
  { method: "DELETE", path: "/api/documents/:id", procedure: "documents.remove" },
  { method: "POST", path: "/api/documents/:id/process", procedure: "documents.process" },
  { method: "POST", path: "/api/documents/:id/email", procedure: "documents.email" },
  { method: "GET", path: "/api/referral/stats", procedure: "referrals.stats" },
  { method: "POST", path: "/api/referral/generate", procedure: "referrals.generate" },
  { method: "POST", path: "/api/referral/apply", procedure: "referrals.applyCode" },
  { method: "POST", path: "/api/support/ticket", procedure: "support.submit" },
  { method: "GET", path: "/api/support/tickets", procedure: "support.list" },
  { method: "GET", path: "/api/support/tickets/all", procedure: "support.listAll" },
  { method: "PATCH", path: "/api/support/tickets/:id", procedure: "support.update" },
  { method: "DELETE", path: "/api/support/tickets/:id", procedure: "support.remove" },
  { method: "POST", path: "/api/contact", procedure: "support.contact" },
  { method: "GET", path: "/api/subscription/status", procedure: "billing.status" },
  { method: "GET", path: "/api/subscription/plans", procedure: "billing.plans" },
  { method: "POST", path: "/api/subscription/create", procedure: "billing.create" },
  { method: "POST", path: "/api/subscription/cancel", procedure: "billing.cancel" },
  { method: "POST", path: "/api/payment/pay-per-document", procedure: "billing.payPerDocument" },
  {
    method: "POST",
    path: "/api/payment/complete-document-payment",
    procedure: "billing.completeDocumentPayment",
  },
  { method: "POST", path: "/api/payment/redeem-credit", procedure: "billing.redeemCredit" },
  { method: "GET", path: "/api/admin/documents/search", procedure: "admin.searchDocuments" },
  { method: "GET", path: "/api/admin/users", procedure: "admin.users" },
  { method: "DELETE", path: "/api/admin/users/:id", procedure: "admin.removeUser" },
  { method: "POST", path: "/api/admin/email-documents", procedure: "admin.emailDocuments" },
  { method: "POST", path: "/api/admin/grant-credits", procedure: "admin.grantCredits" },
  { method: "GET", path: "/api/admin/audit-log", procedure: "admin.auditLog" },
] as const satisfies RestCall[];

/**
 * Mounts the table. A GET takes its input from the query string, everything else from a JSON body; names in
 * the path win over both.
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
