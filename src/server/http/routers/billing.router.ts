import { createSubscriptionSchema, documentPaymentSchema } from "../../../features/billing/billing.schema.ts";
import {
  completeDocumentPayment,
  payPerDocument,
  redeemCredit,
} from "../../../features/billing/document-payment.service.ts";
import { plans } from "../../../features/billing/plans.ts";
import { cancelSubscription } from "../../../features/billing/subscribing.service.ts";
import { choosePlan, getSubscriptionStatus } from "../../../features/billing/subscription.service.ts";
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const billingRouter = router({
  plans: publicProcedure.query(() => plans),

  status: signedInProcedure.query(({ ctx }) => getSubscriptionStatus(ctx.deps, ctx.actor)),

  create: signedInProcedure
    .input(createSubscriptionSchema)
    .mutation(({ ctx, input }) => choosePlan(ctx.deps, ctx.actor, input.plan, ctx.address)),

  cancel: signedInProcedure.mutation(async ({ ctx }) => {
    await cancelSubscription(ctx.deps, ctx.actor.id);
    return getSubscriptionStatus(ctx.deps, ctx.actor);
  }),

  payPerDocument: signedInProcedure
    .input(documentPaymentSchema)
    .mutation(({ ctx, input }) => payPerDocument(ctx.deps, ctx.actor, input.documentId)),

  completeDocumentPayment: signedInProcedure
    .input(documentPaymentSchema)
    .mutation(({ ctx, input }) => completeDocumentPayment(ctx.deps, ctx.actor, input.documentId)),

  redeemCredit: signedInProcedure
    .input(documentPaymentSchema)
    .mutation(({ ctx, input }) => redeemCredit(ctx.deps, ctx.actor, input.documentId)),
});
