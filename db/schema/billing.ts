import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CreditReason, PlanId, PurchaseState } from "../columns/billing.ts";
import { users } from "./accounts.ts";

/**
 * A purchase: one document, a bundle, or a subscription. A row is written before Stripe is called, and its id is used
 * as idempotency key and metadata, so that after a crash each side can find the other.
 */
export const purchases = sqliteTable(
  "purchases",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    plan: text("plan").$type<PlanId>().notNull(),
    /** The document that is paid for. Not a reference: a payment outlives its document. */
    documentId: text("document_id"),
    /** For several documents paid at once: the SHA-256 of their sorted ids (`purchase_documents`). */
    documentSet: text("document_set"),
    /** Cents; 0 for a free credit. */
    amount: integer("amount").notNull(),
    /** The stamps it buys, according to the plan on that day; null: no limit. */
    stamps: integer("stamps"),
    state: text("state").$type<PurchaseState>().notNull().default("open"),
    /** Refunded cents of a payment; `state` is `refunded` if all of it was. */
    amountRefunded: integer("amount_refunded").notNull().default(0),
    /** Whether the last attempt at a one-time payment was declined. */
    isDeclined: integer("is_declined", { mode: "boolean" }).notNull().default(false),
    /** Unique: a payment counts for only one purchase. */
    paymentIntent: text("payment_intent").unique(),
    subscriptionId: text("subscription_id").unique(),
    /**
     * Of a subscription that is paid for each member of an office: for how many, as Stripe last said, and the cents for
     * each and period. Null: one price for the account.
     */
    seats: integer("seats"),
    seatPrice: integer("seat_price"),
    /** The end of the paid period of a subscription. */
    periodEnd: integer("period_end", { mode: "timestamp_ms" }),
    /** When a canceled subscription ends, or a payment was canceled. */
    cancelAt: integer("cancel_at", { mode: "timestamp_ms" }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    settledAt: integer("settled_at", { mode: "timestamp_ms" }),
    /** When Stripe last answered what became of it. */
    confirmedAt: integer("confirmed_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("purchases_created").on(table.createdAt),
    index("purchases_user").on(table.userId, table.createdAt),
    index("purchases_document").on(table.documentId),
    uniqueIndex("purchases_one_open_per_document")
      .on(table.documentId)
      .where(sql`state = 'open' AND document_id IS NOT NULL`),
    uniqueIndex("purchases_one_open_per_plan")
      .on(table.userId, table.plan)
      .where(sql`state = 'open' AND document_id IS NULL AND document_set IS NULL`),
    uniqueIndex("purchases_one_open_per_set")
      .on(table.userId, table.documentSet)
      .where(sql`state = 'open' AND document_set IS NOT NULL`),
  ],
);

/** The documents that one payment pays for, each with one stamp. Never changed after the purchase was written. */
export const purchaseDocuments = sqliteTable(
  "purchase_documents",
  {
    purchaseId: text("purchase_id")
      .notNull()
      .references(() => purchases.id),
    /** Not a reference: a payment outlives its documents. */
    documentId: text("document_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.purchaseId, table.documentId] }),
    index("purchase_documents_document").on(table.documentId),
  ],
);

/**
 * The ledger of free credits, with the reason for each entry. `users.free_credits` is their sum, written in the same
 * transaction. Rows are never deleted.
 */
export const creditEntries = sqliteTable(
  "credit_entries",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Negative for spent credits. */
    credits: integer("credits").notNull(),
    reason: text("reason").$type<CreditReason>().notNull(),
    /** The id of the reason: an audit log entry, the referred account, or a purchase. */
    subject: text("subject"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [uniqueIndex("credit_entries_once").on(table.userId, table.reason, table.subject)],
);

/** Stripe events that have been processed, so that duplicates have no effect. */
export const stripeEvents = sqliteTable("stripe_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: integer("received_at", { mode: "timestamp_ms" }).notNull(),
});
