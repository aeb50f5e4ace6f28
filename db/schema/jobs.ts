import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Work to be done after the answer was given. A row is deleted when it is done; failed ones stay readable. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    /** The one thing the job is about (a document id); with `kind` unique, so nothing is queued twice. */
    subject: text("subject").notNull(),
    /** Whose turn it is: the runner takes the oldest job of the user with the fewest running. */
    userId: text("user_id"),
    state: text("state").$type<"queued" | "running" | "failed">().notNull().default("queued"),
    /** How often it was leased. */
    attempts: integer("attempts").notNull().default(0),
    /** How many of the attempts ended because the server died, whoever's fault that was. */
    lostLeases: integer("lost_leases").notNull().default(0),
    availableAt: integer("available_at", { mode: "timestamp_ms" }).notNull(),
    /** A running job whose lease has passed belongs to nobody and is taken again. */
    leaseUntil: integer("lease_until", { mode: "timestamp_ms" }),
    lastError: text("last_error"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("jobs_next").on(table.state, table.availableAt),
    /** All that says whether a job is due, so that those which are not are passed over within the index. */
    index("jobs_turn").on(
      table.kind,
      table.userId,
      table.createdAt,
      table.state,
      table.availableAt,
      table.attempts,
      table.leaseUntil,
    ),
    uniqueIndex("jobs_subject").on(table.kind, table.subject),
  ],
);
