import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Work that only one server of a cluster does at a time. A row is created when the work is first taken. */
export const leases = sqliteTable("leases", {
  name: text("name").primaryKey(),
  /** The ID of the server that is doing it; null while none is. */
  owner: text("owner"),
  /** When another server may take it: the lease of the owner has expired, or the work is due again. */
  availableAt: integer("available_at", { mode: "timestamp_ms" }).notNull(),
});

/** The keys that the servers of a cluster share, sealed with KEYS_SECRET. Without KEYS_SECRET keys are only files. */
export const sealedKeys = sqliteTable("sealed_keys", {
  /** The path in the keys folder, e.g. retired/root-1f.crl */
  name: text("name").primaryKey(),
  sealed: blob("sealed", { mode: "buffer" }).notNull(),
});
