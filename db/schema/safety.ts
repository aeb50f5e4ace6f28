import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The audit log, which lists actions that require special rights, for admins to read. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: text("id").primaryKey(),
    actorId: text("actor_id"),
    /** noun.past_tense, e.g. user.deleted */
    action: text("action").notNull(),
    subject: text("subject"),
    detail: text("detail", { mode: "json" }).$type<Record<string, unknown>>(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("audit_log_created").on(table.createdAt)],
);

/** Counters of the rate limits, stored here so that a restart does not reset them. */
export const rateLimits = sqliteTable(
  "rate_limits",
  {
    /** rule:key, e.g. login:account:jane */
    bucket: text("bucket").primaryKey(),
    count: integer("count").notNull(),
    windowEndsAt: integer("window_ends_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("rate_limits_end").on(table.windowEndsAt)],
);
