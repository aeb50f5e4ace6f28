import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Work that only one server of a cluster does at a time. A row is created when the work is first taken. */
export const leases = sqliteTable("leases", {
  name: text("name").primaryKey(),
  /** The ID of the server that works on it; null while none does. */
  owner: text("owner"),
  /** When another server may take it: the lease of the owner has expired, or the work is due again. */
  availableAt: integer("available_at", { mode: "timestamp_ms" }).notNull(),
});
