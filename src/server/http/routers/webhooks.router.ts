import {
  createWebhookSchema,
  replayDeliverySchema,
  updateWebhookSchema,
  webhookIdSchema,
} from "../../../features/webhooks/webhooks.schema.ts";
import {
  createWebhook,
  listWebhooks,
  readDeliveries,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
  updateWebhook,
} from "../../../features/webhooks/webhooks.service.ts";
import { router, signedInProcedure } from "../trpc.ts";

/** For a person who is signed in: no token says where news goes. */
export const webhooksRouter = router({
  list: signedInProcedure.query(({ ctx }) => listWebhooks(ctx.deps, ctx.actor)),

  create: signedInProcedure
    .input(createWebhookSchema)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),

  update: signedInProcedure
    .input(updateWebhookSchema)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),

  rotate: signedInProcedure
    .input(webhookIdSchema)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.deps, ctx.actor, input.id)),

  remove: signedInProcedure.input(webhookIdSchema).mutation(({ ctx, input }) => {
    removeWebhook(ctx.deps, ctx.actor, input.id);
    return { success: true };
  }),

  deliveries: signedInProcedure
    .input(webhookIdSchema)
    .query(({ ctx, input }) => readDeliveries(ctx.deps, ctx.actor, input.id)),

  replay: signedInProcedure
    .input(replayDeliverySchema)
    .mutation(({ ctx, input }) => replayDelivery(ctx.deps, ctx.actor, input)),
});
