import { sql } from "drizzle-orm";
import { blob, check, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { certificates } from "./documents.ts";

/** Bare RFC 3161 tokens over the files of a certificate, each checked in full before it was written. */
export const timeStamps = sqliteTable(
  "time_stamps",
  {
    serialNumber: text("serial_number")
      .notNull()
      .references(() => certificates.serialNumber, { onDelete: "cascade" }),
    about: text("about").$type<"original" | "stamped">().notNull(),
    /** Of somebody else than this service. One of each may stand side by side. */
    isOutside: integer("is_outside", { mode: "boolean" }).notNull(),
    token: blob("token", { mode: "buffer" }).notNull(),
    /** What the token says. */
    time: integer("time", { mode: "timestamp_ms" }).notNull(),
    authority: text("authority").notNull(),
  },
  (table) => [primaryKey({ columns: [table.serialNumber, table.about, table.isOutside] })],
);

/**
 * The roots behind tokens of outside authorities, whether those stand in a table or in a PDF: what was accepted once
 * can be checked for good, whatever the settings say later. The rest of a chain is in its token. Never deleted.
 */
export const timeStampRoots = sqliteTable("time_stamp_roots", {
  /** Lower-case hex of the certificate's DER. */
  sha256: text("sha256", { length: 64 }).primaryKey(),
  certificate: blob("certificate", { mode: "buffer" }).notNull(),
  /** When a token that leads to it was accepted first. */
  acceptedAt: integer("accepted_at", { mode: "timestamp_ms" }).notNull(),
});

/**
 * What the server knows about its clock: at most one row, made when the first of these times is known. It outlives
 * documents and restarts.
 */
export const clock = sqliteTable(
  "clock",
  {
    id: integer("id").primaryKey(),
    /**
     * The newest time that a time stamp or cosignature of ours states, for anyone. The clock must not fall behind it,
     * and no new root may replace the one that vouched for it.
     */
    newestIssued: integer("newest_issued", { mode: "timestamp_ms" }),
    /** Since when, by our clock, external authorities contradict it; null while they do not. */
    contradictedSince: integer("contradicted_since", { mode: "timestamp_ms" }),
    /** When the clock was last trusted with deleting files, by that clock. */
    trustedAt: integer("trusted_at", { mode: "timestamp_ms" }),
  },
  (table) => [check("clock_is_one", sql`${table.id} = 1`)],
);
