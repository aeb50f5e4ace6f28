import { z } from "zod";
import { deliveryStates, endReasons, webhookEvents } from "../../../db/columns/webhooks.ts";
import { makerFields, paramsSchema, timeSchema } from "../outputs.schema.ts";

/** An endpoint as its owner sees it, without its secret. */
export const webhookViewSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    disabledFor: z
      .enum(endReasons)
      .nullable()
      .describe("Null while it is enabled; maker-left: of an office, when the member who set it up left"),
    failingSince: timeSchema.nullable().describe("The first failure since the last successful delivery"),
    /** Until when the previous secret also signs. */
    previousSecretUntil: timeSchema.nullable(),
    createdAt: timeSchema,
  })
  .meta({ id: "Webhook" });
export type WebhookView = z.infer<typeof webhookViewSchema>;

/** An endpoint with its secret: the answer to creating it and to rotating the secret. */
export const webhookSecretViewSchema = webhookViewSchema
  .extend({ secret: z.string().describe("The key for checking signatures (Standard Webhooks)") })
  .meta({ id: "WebhookWithSecret" });
export type WebhookSecretView = z.infer<typeof webhookSecretViewSchema>;

/** An endpoint of an office, as its owners see all of them. */
export const officeWebhookSchema = webhookViewSchema
  .pick({ id: true, url: true, disabledFor: true, createdAt: true })
  .extend(makerFields)
  .meta({ id: "OfficeWebhook" });
export type OfficeWebhook = z.infer<typeof officeWebhookSchema>;

/** One row of the delivery log. */
export const deliveryViewSchema = z
  .object({
    id: z.string().describe("The header webhook-id"),
    event: z.enum(webhookEvents),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    answerStatus: z.int().nullable(),
    answerText: z.string().nullable().describe("The first 1,024 bytes of the last answer"),
    fault: z.string().nullable().describe("Why the last attempt failed"),
    faultCode: z
      .string()
      .nullable()
      .describe("The code of fault; null for deliveries from an earlier version"),
    faultParams: paramsSchema.nullable(),
    createdAt: timeSchema,
    lastAttemptAt: timeSchema.nullable(),
    nextAttemptAt: timeSchema.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type DeliveryView = z.infer<typeof deliveryViewSchema>;
