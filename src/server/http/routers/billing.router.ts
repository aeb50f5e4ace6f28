import {
  paymentHistorySchema,
  paymentSetupSchema,
  planChosenSchema,
  plansSchema,
  subscriptionStatusSchema,
} from "../../../features/billing/billing.output.schema.ts";
import {
  createSubscriptionSchema,
  documentPaymentSchema,
  listPaymentsSchema,
} from "../../../features/billing/billing.schema.ts";
import {
  completeDocumentPayment,
  completeDocumentsPayment,
  payForDocuments,
  payPerDocument,
  redeemCredit,
} from "../../../features/billing/document-payment.service.ts";
import { readPaymentHistory } from "../../../features/billing/payment-history.service.ts";
import { abandonSubscription, cancelSubscription } from "../../../features/billing/subscribing.service.ts";
import { choosePlan, getSubscriptionStatus } from "../../../features/billing/subscription.service.ts";
import {
  completeDocumentsPaymentSchema,
  documentsPaymentSchema,
} from "../../../features/documents/documents-payment.schema.ts";
import { doneSchema, successSchema } from "../../../features/outputs.schema.ts";
import { noLimit } from "../openapi/call-description.ts";
import { accountProcedure, publicProcedure, router, scopedProcedure } from "../trpc.ts";

export const billingRouter = router({
  plans: publicProcedure
    .meta({
      rest: {
        route: "GET /api/subscription/plans",
        group: "Plans and payments",
        summary: "The plans by ID",
        about: "the public",
        limits: noLimit.fromMemory,
      },
    })
    .output(plansSchema)
    .query(({ ctx }) => ctx.deps.config.plans),

  status: scopedProcedure("account:read")
    .meta({
      rest: {
        route: "GET /api/subscription/status",
        group: "Plans and payments",
        summary: "Your plan and how much of it is left",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(subscriptionStatusSchema)
    .query(({ ctx }) => getSubscriptionStatus(ctx.deps, ctx.actor)),

  payments: scopedProcedure("account:read", "owner")
    .meta({
      rest: {
        route: "GET /api/subscription/payments",
        group: "Plans and payments",
        summary: "Your payments, with Stripe's receipts, and the next charge of your subscription",
        about: "the caller",
        limits: ["paymentHistoriesPerAccount"],
      },
    })
    .input(listPaymentsSchema)
    .output(paymentHistorySchema)
    .query(({ ctx, input }) => readPaymentHistory(ctx.deps, ctx.actor, input)),

  create: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/subscription/create",
        idempotency: "noted",
        group: "Plans and payments",
        summary: "Choose a plan",
        about: "the caller",
        limits: ["checkoutsPerAccount"],
        refusals: ["conflict", "unavailable"],
      },
    })
    .input(createSubscriptionSchema)
    .output(planChosenSchema)
    .mutation(({ ctx, input }) => choosePlan(ctx.deps, ctx.actor, input.plan, ctx.address)),

  cancel: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/subscription/cancel",
        group: "Plans and payments",
        summary: "Cancel the subscription at the end of the paid month",
        about: "the caller",
        limits: { none: "ends one subscription; after that, there is none left to end" },
        refusals: ["not_found", "conflict", "unavailable"],
      },
    })
    .output(subscriptionStatusSchema)
    .mutation(async ({ ctx }) => {
      await cancelSubscription(ctx.deps, ctx.actor);
      return getSubscriptionStatus(ctx.deps, ctx.actor);
    }),

  /** The payment of a new subscription was closed. */
  abandon: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/subscription/abandon",
        group: "Plans and payments",
        summary: "End a new subscription that no one has tried to pay for",
        about: "the caller",
        limits: ["paymentChecksPerAccount"],
        refusals: ["unavailable"],
      },
    })
    .output(doneSchema)
    .mutation(async ({ ctx }) => {
      await abandonSubscription(ctx.deps, ctx.actor.id);
      return { success: true };
    }),

  payPerDocument: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/payment/pay-per-document",
        idempotency: "noted",
        group: "Plans and payments",
        summary: "Start a payment for one document",
        about: "one document",
        limits: ["checkoutsPerAccount"],
        refusals: ["not_found", "conflict", "unavailable"],
      },
    })
    .input(documentPaymentSchema)
    .output(paymentSetupSchema)
    .mutation(({ ctx, input }) => payPerDocument(ctx.deps, ctx.actor, input.documentId)),

  completeDocumentPayment: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/payment/complete-document-payment",
        group: "Plans and payments",
        summary: "Check a payment after it was made",
        about: "one document",
        limits: ["paymentChecksPerAccount"],
        refusals: ["payment_required", "not_found", "conflict", "unavailable"],
      },
    })
    .input(documentPaymentSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => completeDocumentPayment(ctx.deps, ctx.actor, input.documentId)),

  payForDocuments: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/payment/pay-for-documents",
        idempotency: "noted",
        group: "Plans and payments",
        summary: "Start one payment for several documents, which are stamped when it arrives",
        about: "one document",
        limits: ["checkoutsPerAccount"],
        refusals: ["not_found", "conflict", "unavailable"],
      },
    })
    .input(documentsPaymentSchema)
    .output(paymentSetupSchema)
    .mutation(({ ctx, input }) => payForDocuments(ctx.deps, ctx.actor, input.documents)),

  completeDocumentsPayment: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/payment/complete-documents-payment",
        group: "Plans and payments",
        summary: "Check a payment for several documents after it was made",
        about: "one document",
        limits: ["paymentChecksPerAccount"],
        refusals: ["payment_required", "not_found", "conflict", "unavailable"],
      },
    })
    .input(completeDocumentsPaymentSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => completeDocumentsPayment(ctx.deps, ctx.actor, input.documentIds)),

  redeemCredit: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/payment/redeem-credit",
        idempotency: "kept",
        group: "Plans and payments",
        summary: "Pay for a document with a free credit, if the server accepts them",
        about: "one document",
        limits: { none: "the credits are the limit" },
        refusals: ["payment_required", "forbidden", "not_found", "conflict"],
      },
    })
    .input(documentPaymentSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => redeemCredit(ctx.deps, ctx.actor, input.documentId)),
});
