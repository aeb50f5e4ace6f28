import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

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

/** Requests with an Idempotency-Key of the last day, and their answers (src/features/idempotency). */
export const idempotentCalls = sqliteTable(
  "idempotent_calls",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    keySha256: text("key_sha256").notNull(),
    requestSha256: text("request_sha256").notNull(),
    /** Names the run that may write the answer. */
    runId: text("run_id").notNull(),
    startedAt: integer("started_at", { mode: "timestamp_ms" }).notNull(),
    /** Null while the call runs, and from then on if it ended without an answer. */
    status: integer("status"),
    /** The body of the answer; null if it is not kept. */
    answer: text("answer"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keySha256] }),
    uniqueIndex("idempotent_calls_run").on(table.runId),
    index("idempotent_calls_started").on(table.startedAt),
  ],
);
