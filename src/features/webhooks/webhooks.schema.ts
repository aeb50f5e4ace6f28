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

/** What each event is about, which is the form of its body. */
const subjects = {
  "document.uploaded": "document",
  "document.completed": "document",
  "document.failed": "document",
  "document.deleted": "document",
  "collection.attested": "document",
  "timeline.sealed": "document",
  "project.acknowledged": "project",
  "document.anchored": "document",
  "payment.completed": "payment",
  "payment.refunded": "payment",
} as const satisfies Record<WebhookEvent, string>;
type Subject = (typeof subjects)[WebhookEvent];
type EventAbout<About extends Subject> = {
  [Event in WebhookEvent]: (typeof subjects)[Event] extends About ? Event : never;
}[WebhookEvent];

const eventsAbout = <About extends Subject>(about: About) =>
  webhookEvents.filter((event): event is EventAbout<About> => subjects[event] === about);

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

const documentEventSchema = z
  .object({ type: z.enum(eventsAbout("document")), timestamp, data: documentPayloadSchema })
  .meta({ id: "DocumentEvent" });

const projectEventSchema = z
  .object({
    type: z.enum(eventsAbout("project")),
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
    type: z.enum(eventsAbout("payment")),
    timestamp,
    data: z.object({
      id: z.string().describe("The ID of the payment; those of the months of a subscription begin with it"),
      plan: z.enum(planIds),
      status: z.enum(["paid", "refunded"]).describe("paid after a refund: a part of it was refunded"),
      documentIds: z.array(z.string()).describe("The documents that it pays for; none for a plan"),
    }),
  })
  .meta({ id: "PaymentEvent" });

const bodySchemas = {
  document: documentEventSchema,
  project: projectEventSchema,
  payment: paymentEventSchema,
} satisfies Record<Subject, z.ZodType>;

/** The body of a delivery. */
export const webhookBodySchema = (event: WebhookEvent) => bodySchemas[subjects[event]];

type Sent<Event extends WebhookEvent> = z.infer<(typeof bodySchemas)[(typeof subjects)[Event]]>;
/** Something to announce. */
export type WebhookNews = {
  [Event in WebhookEvent]: { type: Event; data: Sent<Event>["data"] };
}[WebhookEvent];
