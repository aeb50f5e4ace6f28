import { z } from "zod";
import { doneSchema } from "../../../features/outputs.schema.ts";
import {
  deliveryViewSchema,
  webhookSecretViewSchema,
  webhookViewSchema,
} from "../../../features/webhooks/webhooks.output.schema.ts";
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

/** For signed-in users: a token cannot change where events are sent. */
export const webhooksRouter = router({
  list: signedInProcedure
    .output(z.array(webhookViewSchema))
    .query(({ ctx }) => listWebhooks(ctx.deps, ctx.actor)),

  create: signedInProcedure
    .input(createWebhookSchema)
    .output(webhookSecretViewSchema)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),

  update: signedInProcedure
    .input(updateWebhookSchema)
    .output(webhookViewSchema)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),

  rotate: signedInProcedure
    .input(webhookIdSchema)
    .output(webhookSecretViewSchema)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.deps, ctx.actor, input.id)),

  remove: signedInProcedure
    .input(webhookIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  deliveries: signedInProcedure
    .input(webhookIdSchema)
    .output(z.array(deliveryViewSchema))
    .query(({ ctx, input }) => readDeliveries(ctx.deps, ctx.actor, input.id)),

  replay: signedInProcedure
    .input(replayDeliverySchema)
    .output(deliveryViewSchema)
    .mutation(({ ctx, input }) => replayDelivery(ctx.deps, ctx.actor, input)),
});
