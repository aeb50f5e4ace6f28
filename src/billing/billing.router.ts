import { publicProcedure, router, signedInProcedure } from "../http/trpc.ts";
import { createSubscriptionSchema, documentPaymentSchema } from "./billing.schema.ts";
import { completeDocumentPayment, payPerDocument, redeemCredit } from "./document-payment.service.ts";
import { plans } from "./plans.ts";
import { cancelSubscription } from "./subscribing.service.ts";
import { choosePlan, getSubscriptionStatus } from "./subscription.service.ts";

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
