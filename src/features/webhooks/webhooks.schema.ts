import { z } from "zod";

/** What can be told. */
export const webhookEvents = ["document.completed", "document.failed"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** waiting: will be sent, or tried again. Then, until it is replayed: delivered or failed. */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Who ended an endpoint: its owner, or we after days of failures. */
export const endReasons = ["owner", "failures"] as const;
export type EndReason = (typeof endReasons)[number];

export const maxEndpoints = 5;

const url = z
  .url({ protocol: /^https?$/, error: "Please write an address with https://…" })
  .max(500, "Please use an address of at most 500 characters");
const events = z
  .array(z.enum(webhookEvents, "Please choose among the events"), "Please choose at least one event")
  .min(1, "Please choose at least one event")
  .max(webhookEvents.length, "Please give each event only once");

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

/** What is told of a document. No name stands in it: who is told reads it with an access token, while it is there. */
export type WebhookPayload = {
  id: string;
  /** "completed" or "error". */
  status: string;
  serialNumber: string | null;
  sha256: string;
  stampedSha256: string | null;
  certificateSha256: string | null;
  errorMessage: string | null;
  processedAt: string | null;
};

/** An endpoint as its owner sees it: never its secret. Times are ISO 8601 UTC. */
export type WebhookView = {
  id: string;
  url: string;
  events: WebhookEvent[];
  /** Null while it is enabled. */
  disabledFor: EndReason | null;
  failingSince: string | null;
  /** Until when the secret before the last rotation signs, too. */
  previousSecretUntil: string | null;
  createdAt: string;
};

/** An endpoint with its secret, which is told when it is made and when it is rotated. */
export type WebhookSecretView = WebhookView & { secret: string };

/** One row of the delivery log. */
export type DeliveryView = {
  /** The header webhook-id. */
  id: string;
  event: WebhookEvent;
  state: DeliveryState;
  attempts: number;
  answerStatus: number | null;
  answerText: string | null;
  fault: string | null;
  createdAt: string;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
};
