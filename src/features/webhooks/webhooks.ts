import type { webhookDeliveries, webhookEndpoints } from "../../../db/schema.ts";
import type { Said } from "../../errors.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

type FailureColumns = Pick<DeliveryRow, "fault" | "faultCode" | "faultParams">;

/** Why a delivery failed, as its row stores it; all null without a failure. */
export function failureColumns(failure: Said | undefined): FailureColumns {
  if (!failure) return { fault: null, faultCode: null, faultParams: null };
  const { message, code, params } = failure;
  return { fault: message, faultCode: code, faultParams: params ?? null };
}

/** The kind of the job that sends a delivery; its subject is the delivery's id. */
export const webhookJob = "webhook.deliver";

const second = 1_000;
const hour = 3_600_000;

/** Delays between attempts, as Standard Webhooks proposes: three days in total. */
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

/** An endpoint is disabled after it has failed for this long. */
export const maxFailingMs = 5 * 24 * hour;
/** Maximum number of an account's waiting deliveries, new or retried; further ones are not sent. */
export const maxWaiting = 2_000;
/** How long the old secret also signs. */
export const overlapMs = 24 * hour;
/** How long deliveries are kept in the log. */
export const rememberedMs = 30 * 24 * hour;
