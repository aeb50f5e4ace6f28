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
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const billingRouter = router({
  plans: publicProcedure.output(plansSchema).query(({ ctx }) => ctx.deps.config.plans),

  status: signedInProcedure
    .output(subscriptionStatusSchema)
    .query(({ ctx }) => getSubscriptionStatus(ctx.deps, ctx.actor)),

  payments: signedInProcedure
    .input(listPaymentsSchema)
    .output(paymentHistorySchema)
    .query(({ ctx, input }) => readPaymentHistory(ctx.deps, ctx.actor, input)),

  create: signedInProcedure
    .input(createSubscriptionSchema)
    .output(planChosenSchema)
    .mutation(({ ctx, input }) => choosePlan(ctx.deps, ctx.actor, input.plan, ctx.address)),

  cancel: signedInProcedure.output(subscriptionStatusSchema).mutation(async ({ ctx }) => {
    await cancelSubscription(ctx.deps, ctx.actor.id);
    return getSubscriptionStatus(ctx.deps, ctx.actor);
  }),

  /** The payment of a new subscription was closed. */
  abandon: signedInProcedure.output(doneSchema).mutation(async ({ ctx }) => {
    await abandonSubscription(ctx.deps, ctx.actor.id);
    return { success: true };
  }),

  payPerDocument: signedInProcedure
    .input(documentPaymentSchema)
    .output(paymentSetupSchema)
    .mutation(({ ctx, input }) => payPerDocument(ctx.deps, ctx.actor, input.documentId)),

  completeDocumentPayment: signedInProcedure
    .input(documentPaymentSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => completeDocumentPayment(ctx.deps, ctx.actor, input.documentId)),

  payForDocuments: signedInProcedure
    .input(documentsPaymentSchema)
    .output(paymentSetupSchema)
    .mutation(({ ctx, input }) => payForDocuments(ctx.deps, ctx.actor, input.documents)),

  completeDocumentsPayment: signedInProcedure
    .input(completeDocumentsPaymentSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => completeDocumentsPayment(ctx.deps, ctx.actor, input.documentIds)),

  redeemCredit: signedInProcedure
    .input(documentPaymentSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => redeemCredit(ctx.deps, ctx.actor, input.documentId)),
});
