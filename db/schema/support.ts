import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

export const supportTickets = sqliteTable(
  "support_tickets",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.id),
    email: text("email", { length: 255 }).notNull(),
    subject: text("subject", { length: 200 }).notNull(),
    message: text("message").notNull(),
    category: text("category", { length: 50 }).notNull(),
    priority: text("priority", { length: 20 }).notNull().default("medium"),
    status: text("status", { length: 20 }).notNull().default("open"),
    assignedTo: text("assigned_to", { length: 100 }),
    resolution: text("resolution"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    updatedAt: integer("updated_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("support_tickets_user").on(table.userId, table.createdAt),
    index("support_tickets_created").on(table.createdAt, table.id),
  ],
);

/**
 * Answers to tickets, by support or by the ticket's author. The email of an answer is deleted a month after it is
 * finished.
 */
export const ticketAnswers = sqliteTable(
  "ticket_answers",
  {
    id: text("id").primaryKey(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => supportTickets.id, { onDelete: "cascade" }),
    message: text("message").notNull(),
    /** True if the ticket's author wrote it, false if support did. */
    isFromWriter: integer("is_from_writer", { mode: "boolean" }).notNull().default(false),
    /**
     * The email that sent the answer to the author; null for the author's own, and after the author's address was
     * deleted.
     */
    mailId: text("mail_id"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("ticket_answers_ticket").on(table.ticketId, table.createdAt)],
);
