import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeliveryState, EndReason, WebhookEvent } from "../../src/features/webhooks/webhooks.schema.ts";
import { users } from "./accounts.ts";

/** Where a user wants to be told what happens to documents. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    url: text("url", { length: 500 }).notNull(),
    events: text("events", { mode: "json" }).$type<WebhookEvent[]>().notNull(),
    /** `whsec_…`. It signs, so that it has to be kept as it is. */
    secret: text("secret").notNull(),
    /** The one before, which signs beside it until `previousUntil`. */
    previousSecret: text("previous_secret"),
    previousUntil: integer("previous_until", { mode: "timestamp_ms" }),
    /** Why nothing is sent; null while it is. */
    disabledFor: text("disabled_for").$type<EndReason>(),
    /** The first failure since anything was delivered. */
    failingSince: integer("failing_since", { mode: "timestamp_ms" }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("webhook_endpoints_user").on(table.userId)],
);

/** What is to be told to one endpoint, written in the transaction of what it tells about; `id` is its webhook-id. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text("id").primaryKey(),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    event: text("event").$type<WebhookEvent>().notNull(),
    /** The JSON that is sent, the same bytes at every attempt. */
    body: text("body").notNull(),
    state: text("state").$type<DeliveryState>().notNull().default("waiting"),
    /** How often it was sent since it was queued or replayed. */
    attempts: integer("attempts").notNull().default(0),
    /** Of the last attempt, when there was an answer. */
    answerStatus: integer("answer_status"),
    /** The beginning of that answer, at most 1,024 characters. */
    answerText: text("answer_text"),
    /** Why the last attempt failed. */
    fault: text("fault"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastAttemptAt: integer("last_attempt_at", { mode: "timestamp_ms" }),
    /** When it is tried again; null when it is not. */
    nextAttemptAt: integer("next_attempt_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("webhook_deliveries_endpoint").on(table.endpointId, table.createdAt, table.id),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);
