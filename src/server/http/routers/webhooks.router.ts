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
import { noLimit } from "../openapi/call-description.ts";
import { router, scopedProcedure } from "../trpc.ts";

/** Also for programs, which subscribe with a token that has only these scopes. */
export const webhooksRouter = router({
  list: scopedProcedure("webhooks:read")
    .meta({
      rest: {
        route: "GET /api/webhooks",
        group: "Webhooks",
        summary: "Your webhooks",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(z.array(webhookViewSchema))
    .query(({ ctx }) => listWebhooks(ctx.deps, ctx.actor)),

  create: scopedProcedure("webhooks:write")
    .meta({
      rest: {
        route: "POST /api/webhooks",
        idempotency: "noted",
        group: "Webhooks",
        summary: "Create a webhook; the answer contains its secret",
        about: "the caller",
        limits: ["accessChangesPerAccount"],
        refusals: ["conflict"],
      },
    })
    .input(createWebhookSchema)
    .output(webhookSecretViewSchema)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),

  update: scopedProcedure("webhooks:write")
    .meta({
      rest: {
        route: "PATCH /api/webhooks/:id",
        group: "Webhooks",
        summary: "Change, disable or enable a webhook",
        about: "the caller",
        limits: ["accessChangesPerAccount"],
      },
    })
    .input(updateWebhookSchema)
    .output(webhookViewSchema)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),

  rotate: scopedProcedure("webhooks:write")
    .meta({
      rest: {
        route: "POST /api/webhooks/:id/rotate",
        idempotency: "noted",
        group: "Webhooks",
        summary: "Create a new secret; for a day, deliveries are also signed with the old one",
        about: "the caller",
        limits: ["accessChangesPerAccount"],
      },
    })
    .input(webhookIdSchema)
    .output(webhookSecretViewSchema)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.deps, ctx.actor, input.id)),

  remove: scopedProcedure("webhooks:write")
    .meta({
      rest: {
        route: "DELETE /api/webhooks/:id",
        group: "Webhooks",
        summary: "Delete a webhook and its delivery log",
        about: "the caller",
        limits: { none: "at most once for each webhook" },
      },
    })
    .input(webhookIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  deliveries: scopedProcedure("webhooks:read")
    .meta({
      rest: {
        route: "GET /api/webhooks/:id/deliveries",
        group: "Webhooks",
        summary: "The webhook's newest deliveries from the last 30 days",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .input(webhookIdSchema)
    .output(z.array(deliveryViewSchema))
    .query(({ ctx, input }) => readDeliveries(ctx.deps, ctx.actor, input.id)),

  replay: scopedProcedure("webhooks:write")
    .meta({
      rest: {
        route: "POST /api/webhooks/:id/deliveries/:deliveryId/replay",
        idempotency: "kept",
        group: "Webhooks",
        summary: "Send a delivery again",
        about: "the caller",
        limits: ["webhookReplaysPerAccount"],
        refusals: ["conflict"],
      },
    })
    .input(replayDeliverySchema)
    .output(deliveryViewSchema)
    .mutation(({ ctx, input }) => replayDelivery(ctx.deps, ctx.actor, input)),
});
