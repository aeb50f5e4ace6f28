import { z } from "zod";
import { planIds } from "../../../db/columns/billing.ts";
import { documentKinds } from "../../../db/columns/documents.ts";
import { type WebhookEvent, webhookEvents } from "../../../db/columns/webhooks.ts";
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

const timestamp = z.iso.datetime().describe("When it happened");

/** Of a document: no names. The receiver reads the document with an access token, while it exists. */
const documentPayloadSchema = z.object({
  id: z.string().describe("The ID of the document"),
  kind: z
    .enum(documentKinds)
    .optional()
    .describe("Missing in deliveries of an earlier version that are sent again; projectId as well"),
  projectId: z.string().nullable().optional(),
  status: z.string().describe("uploaded, completed or error; of a deleted document, the status that it had"),
  serialNumber: z.string().nullable(),
  sha256: z.string(),
  stampedSha256: z.string().nullable(),
  certificateSha256: z.string().nullable(),
  errorMessage: z.string().nullable(),
  processedAt: z.string().nullable(),
});
export type DocumentPayload = z.infer<typeof documentPayloadSchema>;

const documentEvents = [
  "document.uploaded",
  "document.completed",
  "document.failed",
  "document.deleted",
  "collection.attested",
  "timeline.sealed",
  "document.anchored",
] as const satisfies WebhookEvent[];
const documentEventSchema = z
  .object({ type: z.enum(documentEvents), timestamp, data: documentPayloadSchema })
  .meta({ id: "DocumentEvent" });

const projectEventSchema = z
  .object({
    type: z.literal("project.acknowledged"),
    timestamp,
    data: z.object({
      projectId: z.string(),
      shareId: z
        .string()
        .describe("The link through which it was acknowledged; it has the name that was typed"),
      documentId: z.string().describe("The acknowledgment, which is then stamped"),
    }),
  })
  .meta({ id: "ProjectEvent" });

const paymentEventSchema = z
  .object({
    type: z.enum(["payment.completed", "payment.refunded"]),
    timestamp,
    data: z.object({
      id: z.string().describe("The ID of the payment; those of the months of a subscription begin with it"),
      plan: z.enum(planIds),
      status: z.enum(["paid", "refunded"]).describe("paid after a refund: a part of it was refunded"),
      documentIds: z.array(z.string()).describe("The documents that it pays for; none for a plan"),
    }),
  })
  .meta({ id: "PaymentEvent" });

/** The body of a delivery, by event. */
export const webhookEventSchemas = {
  "document.uploaded": documentEventSchema,
  "document.completed": documentEventSchema,
  "document.failed": documentEventSchema,
  "document.deleted": documentEventSchema,
  "collection.attested": documentEventSchema,
  "timeline.sealed": documentEventSchema,
  "project.acknowledged": projectEventSchema,
  "document.anchored": documentEventSchema,
  "payment.completed": paymentEventSchema,
  "payment.refunded": paymentEventSchema,
} satisfies Record<WebhookEvent, z.ZodType>;

type Sent<Event extends WebhookEvent> = z.infer<(typeof webhookEventSchemas)[Event]>;
/** Something to announce. */
export type WebhookNews = {
  [Event in WebhookEvent]: { type: Event; data: Sent<Event>["data"] };
}[WebhookEvent];
