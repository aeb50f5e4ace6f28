import { z } from "zod";
import { webhookEvents } from "../../../db/columns/webhooks.ts";
import { rule } from "../rules.ts";

export const maxEndpoints = 5;

const url = z
  .url({
    protocol: /^https?$/,
    error: rule("webhook-url-invalid", "Please enter an address that starts with https://"),
  })
  .max(500, rule("webhook-url-too-long", "Please use an address of at most 500 characters"));
const events = z
  .array(
    z.enum(webhookEvents, rule("event-unknown", "Please choose one of the available events")),
    rule("events-required", "Please choose at least one event"),
  )
  .min(1, rule("events-required", "Please choose at least one event"))
  .max(webhookEvents.length, rule("event-repeated", "Please list each event only once"));

export const createWebhookSchema = z.object({ url, events });
export type CreateWebhookInput = z.infer<typeof createWebhookSchema>;

export const webhookIdSchema = z.object({ id: z.string().min(1).max(64) });
export const updateWebhookSchema = webhookIdSchema.extend({
  url: url.optional(),
  events: events.optional(),
  isEnabled: z.boolean().optional(),
});
export type UpdateWebhookInput = z.infer<typeof updateWebhookSchema>;

export const replayDeliverySchema = webhookIdSchema.extend({ deliveryId: z.string().min(1).max(64) });
export type ReplayDeliveryInput = z.infer<typeof replayDeliverySchema>;

/**
 * The event about a document. It contains no names: the receiver reads the document with an access token, while it
 * exists.
 */
const webhookPayloadSchema = z.object({
  id: z.string().describe("The ID of the document"),
  status: z.string().describe("completed or error"),
  serialNumber: z.string().nullable(),
  sha256: z.string(),
  stampedSha256: z.string().nullable(),
  certificateSha256: z.string().nullable(),
  errorMessage: z.string().nullable(),
  processedAt: z.string().nullable(),
});
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;

/** The body of a delivery. */
export const webhookEventSchema = z
  .object({
    type: z.enum(webhookEvents),
    timestamp: z.iso.datetime().describe("When it happened"),
    data: webhookPayloadSchema,
  })
  .meta({ id: "WebhookEvent" });
