/** The events that an endpoint can be told of. */
export const webhookEvents = [
  "document.uploaded",
  "document.completed",
  "document.failed",
  "document.deleted",
  "collection.attested",
  "timeline.sealed",
  "project.acknowledged",
  "document.anchored",
  "payment.completed",
  "payment.refunded",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** waiting: will be sent, or tried again. Then, until it is replayed: delivered or failed. */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an endpoint is disabled: by its owner, after days of failures, or because the member who set it up has left. */
export const endReasons = ["owner", "failures", "maker-left"] as const;
export type EndReason = (typeof endReasons)[number];
