import { sql } from "drizzle-orm";
import { blob, check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The public log, entry by entry. Rows outlive their certificates and are never deleted. */
export const logEntries = sqliteTable("registry_entries", {
  /** From 0, without gaps. */
  position: integer("position").primaryKey(),
  /** The salted commitment (evidence/tlog/commitment.ts); it contains no names. */
  entry: blob("entry", { mode: "buffer" }).notNull(),
  /** Its document was deleted by an earlier version, and with it the certificate and the salt. */
  isReleased: integer("is_released", { mode: "boolean" }).notNull().default(false),
});

/** The hash of every complete subtree. Written once, when the subtree is complete; never changed. */
export const logNodes = sqliteTable("registry_nodes", {
  /** level · 2^40 + index within the level, so that the hashes of one level are adjacent. */
  id: integer("id").primaryKey(),
  hash: blob("hash", { mode: "buffer" }).notNull(),
});

/** One row: the newest checkpoint. */
export const logHead = sqliteTable(
  "registry_head",
  {
    id: integer("id").primaryKey(),
    /**
     * The checkpoint as a signed note. Before the log is created: the id of the key that will sign the first one, a
     * word without a newline. That key has signed nothing yet.
     */
    checkpoint: text("checkpoint").notNull(),
  },
  (table) => [check("registry_head_is_one", sql`${table.id} = 1`)],
);

/**
 * The retired logs of this server, oldest first. Each log takes over the entries of the one before it at their
 * positions, so entries and hashes are shared by all logs. Rows are never deleted.
 */
export const retiredLogs = sqliteTable("ended_logs", {
  /** From 1, without gaps. */
  number: integer("number").primaryKey(),
  /** The log's verifier key line; its first part is the log's name. */
  verifierKey: text("verifier_key").notNull(),
  /** How many of its entries are in the database. */
  size: integer("size").notNull(),
  /** The signed checkpoint over them. */
  checkpoint: text("checkpoint").notNull(),
  /** The newest checkpoint this log is known to have signed, possibly over entries that are lost. */
  newestCheckpoint: text("newest_checkpoint").notNull(),
  /** The log's final signed statement, that it is retired (evidence/tlog/log-end.ts). */
  statement: text("statement").notNull(),
  endedAt: integer("ended_at", { mode: "timestamp_ms" }).notNull(),
});
