/** The events that an endpoint can be told of. */
export const webhookEvents = ["document.completed", "document.failed"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** waiting: will be sent, or tried again. Then, until it is replayed: delivered or failed. */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Who disabled an endpoint: its owner, or the server after days of failures. */
export const endReasons = ["owner", "failures"] as const;
export type EndReason = (typeof endReasons)[number];
