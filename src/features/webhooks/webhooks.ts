import type { webhookDeliveries, webhookEndpoints } from "../../../db/schema.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** The kind of the job that sends a delivery; its subject is the delivery's id. */
export const webhookJob = "webhook.deliver";

const second = 1_000;
const hour = 3_600_000;

/** Waits between the attempts, as Standard Webhooks proposes: three days in all. */
export const webhookPausesMs = [
  5 * second,
  300 * second,
  1_800 * second,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** After failures for so long an endpoint is disabled. */
export const maxFailingMs = 5 * 24 * hour;
/** So many deliveries of an account wait at most, for its first attempt or another one; what comes then is not sent. */
export const maxWaiting = 2_000;
/** How long the old secret signs beside a new one. */
export const overlapMs = 24 * hour;
/** How long the delivery log goes back. */
export const rememberedMs = 30 * 24 * hour;
