import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Params } from "../../src/errors.ts";
import type { DeliveryState, EndReason, WebhookEvent } from "../columns/webhooks.ts";
import { users } from "./accounts.ts";

/** A user's endpoint for events about documents. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /**
     * Of an office's endpoint: the member who answers for it, having last set its address, its secret or an event about
     * payments, or enabled it. Null for a person's own endpoint.
     */
    memberId: text("member_id").references(() => users.id),
    url: text("url", { length: 500 }).notNull(),
    events: text("events", { mode: "json" }).$type<WebhookEvent[]>().notNull(),
    /** `whsec_…`. It signs, so it must be stored in plain text. */
    secret: text("secret").notNull(),
    /** The previous secret, which also signs until `previousUntil`. */
    previousSecret: text("previous_secret"),
    previousUntil: integer("previous_until", { mode: "timestamp_ms" }),
    /** Why the endpoint is disabled; null if it is enabled. */
    disabledFor: text("disabled_for").$type<EndReason>(),
    /** The first failure since the last delivery. */
    failingSince: integer("failing_since", { mode: "timestamp_ms" }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("webhook_endpoints_user").on(table.userId)],
);

/** An event for one endpoint, written in the transaction that causes it; `id` is its webhook-id. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text("id").primaryKey(),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    event: text("event").$type<WebhookEvent>().notNull(),
    /** The JSON that is sent, with the same bytes at every attempt. */
    body: text("body").notNull(),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    /** The number of attempts since it was queued or replayed. */
    attempts: integer("attempts").notNull().default(0),
    /** The status of the last attempt; null if there was no answer. */
    answerStatus: integer("answer_status"),
    /** The beginning of the last answer, at most 1,024 characters. */
    answerText: text("answer_text"),
    /** Why the last attempt failed. */
    fault: text("fault"),
    /** The code and the parameters of `fault`; null for deliveries from earlier versions. */
    faultCode: text("fault_code"),
    faultParams: text("fault_params", { mode: "json" }).$type<Params>(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastAttemptAt: integer("last_attempt_at", { mode: "timestamp_ms" }),
    /** The time of the next attempt; null if there is none. */
    nextAttemptAt: integer("next_attempt_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("webhook_deliveries_endpoint").on(table.endpointId, table.createdAt, table.id),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);
