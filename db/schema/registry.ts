import { sql } from "drizzle-orm";
import { blob, check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The append-only log, entry by entry. Rows outlive the certificates they stand for and are never deleted. */
export const registryEntries = sqliteTable("registry_entries", {
  /** From 0, without gaps. */
  position: integer("position").primaryKey(),
  /** The salted commitment (evidence/tlog/commitment.ts); it names no person and no document. */
  entry: blob("entry", { mode: "buffer" }).notNull(),
  /** The document was deleted by its owner, and with it the certificate and the salt. */
  isReleased: integer("is_released", { mode: "boolean" }).notNull().default(false),
});

/** The hash of every complete subtree. Written once, when the subtree is complete; never changed. */
export const registryNodes = sqliteTable("registry_nodes", {
  /** level · 2^40 + index within the level, so that the hashes of one level lie side by side. */
  id: integer("id").primaryKey(),
  hash: blob("hash", { mode: "buffer" }).notNull(),
});

/** One row: the newest checkpoint. */
export const registryHead = sqliteTable(
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
  /** How many of its entries the database has. */
  size: integer("size").notNull(),
  /** The signed checkpoint over them. */
  checkpoint: text("checkpoint").notNull(),
  /** The newest checkpoint this log is known to have signed, which may be over entries that are lost. */
  newestCheckpoint: text("newest_checkpoint").notNull(),
  /** The last statement the log signed: that it ends (evidence/tlog/log-end.ts). */
  statement: text("statement").notNull(),
  endedAt: integer("ended_at", { mode: "timestamp_ms" }).notNull(),
});
