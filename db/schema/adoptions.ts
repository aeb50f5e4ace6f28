import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Services that have ended and for which this server answers now, from the site that each of them published. */
export const adoptions = sqliteTable("adoptions", {
  id: text("id").primaryKey(),
  /** The host of the service, as below /adopted/. Null until everything is stored, and after the removal. */
  site: text("site").unique(),
  /** The address of the service, and its name. */
  origin: text("origin").notNull(),
  name: text("name").notNull(),
  /** Its site had no names. */
  hashesOnly: integer("hashes_only", { mode: "boolean" }).notNull(),
  /** How many records it has, and how many entries its log, some of which may have no record. */
  records: integer("records").notNull(),
  entries: integer("entries").notNull(),
  startedAt: integer("started_at", { mode: "timestamp_ms" }).notNull(),
  /** Null until everything is stored. */
  adoptedAt: integer("adopted_at", { mode: "timestamp_ms" }),
  removedAt: integer("removed_at", { mode: "timestamp_ms" }),
  /** Our signed statement about the adopted log, and its entry in our own log: both stay after the removal. */
  statement: text("statement"),
  entryIndex: integer("entry_index").unique(),
  entrySalt: blob("entry_salt", { mode: "buffer" }),
});

/** The log, keys, roots and anchors of an adopted site, as it published them. */
export const adoptedFiles = sqliteTable(
  "adopted_files",
  {
    adoptionId: text("adoption_id")
      .notNull()
      .references(() => adoptions.id),
    /** Below the site, without a slash at its start. */
    path: text("path").notNull(),
    content: blob("content", { mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.adoptionId, table.path] })],
);

/** The records of an adopted site. */
export const adoptedRecords = sqliteTable(
  "adopted_records",
  {
    adoptionId: text("adoption_id")
      .notNull()
      .references(() => adoptions.id),
    serialNumber: text("serial_number").notNull(),
    /** As its API returned it, JSON. */
    record: text("record").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.adoptionId, table.serialNumber] }),
    index("adopted_records_serial_number").on(table.serialNumber),
  ],
);
