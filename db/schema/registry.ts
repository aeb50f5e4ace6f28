import { sql } from "drizzle-orm";
import { blob, check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The append-only log, entry by entry. Rows outlive the certificates they stand for and are never deleted. */
export const registryEntries = sqliteTable("registry_entries", {
  /** From 0, without gaps. */
  position: integer("position").primaryKey(),
  /** The salted commitment (evidence/log/commitment.ts): it names nobody and no document. */
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

/** The one row of what was signed last. */
export const registryHead = sqliteTable(
  "registry_head",
  {
    id: integer("id").primaryKey(),
    /**
     * The checkpoint as signed note. Its first line is the log's name, fixed when the log began. Before
     * that, the id of the key it is to begin with, one word without a newline: that key has signed nothing yet.
     */
    checkpoint: text("checkpoint").notNull(),
  },
  (table) => [check("registry_head_is_one", sql`${table.id} = 1`)],
);

/**
 * Logs of this server that were ended, oldest first. The next log takes over the entries that are here, at their
 * positions, so that rows of entries and hashes are those of all logs. Rows are never deleted.
 */
export const endedLogs = sqliteTable("ended_logs", {
  /** From 1, without gaps. */
  number: integer("number").primaryKey(),
  /** The log's verifier key line; its first part is the log's name. */
  verifierKey: text("verifier_key").notNull(),
  /** How many of its entries are here. */
  size: integer("size").notNull(),
  /** The signed checkpoint over them. */
  checkpoint: text("checkpoint").notNull(),
  /** The newest checkpoint this log is known to have signed, which may be over entries that are lost. */
  newestCheckpoint: text("newest_checkpoint").notNull(),
  /** What the log signed last: that it ends (evidence/log/log-end.ts). */
  statement: text("statement").notNull(),
  endedAt: integer("ended_at", { mode: "timestamp_ms" }).notNull(),
});
