import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Background work. A row is deleted when it is done; failed ones can still be read. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    /** What the job is about (e.g. a document id); unique together with `kind`, so nothing is queued twice. */
    subject: text("subject").notNull(),
    /**
     * The user whose share of the workers it uses: the runner takes the oldest job of the user with the fewest running.
     */
    userId: text("user_id"),
    state: text("state").$type<"queued" | "running" | "failed">().notNull().default("queued"),
    /** How many times it was leased. */
    attempts: integer("attempts").notNull().default(0),
    /** How many attempts ended in a crash of the server, whatever its cause. */
    lostLeases: integer("lost_leases").notNull().default(0),
    availableAt: integer("available_at", { mode: "timestamp_ms" }).notNull(),
    /** The ID of the server that took it last. */
    leaseOwner: text("lease_owner"),
    /** A running job with an expired lease is taken again. */
    leaseUntil: integer("lease_until", { mode: "timestamp_ms" }),
    lastError: text("last_error"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("jobs_next").on(table.state, table.availableAt),
    /** All columns that decide whether a job is due, so that others are skipped within the index. */
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
