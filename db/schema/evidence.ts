import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
 * One row, as soon as our authority has vouched for a time, to whomever. It outlives the documents: no clock may go
 * back behind it, and no new root may take the place of the one that vouched.
 */
export const vouchedTime = sqliteTable("vouched_time", {
  id: integer("id").primaryKey(),
  newest: integer("newest", { mode: "timestamp_ms" }).notNull(),
});

/**
 * One row while the times of outside authorities contradict our clock: it outlives restarts, and times when nobody
 * can be asked.
 */
export const contradictedClock = sqliteTable("contradicted_clock", {
  id: integer("id").primaryKey(),
  since: integer("since", { mode: "timestamp_ms" }).notNull(),
});

/** One row: when the clock was last trusted with deleting, by that clock. */
export const trustedClock = sqliteTable("trusted_clock", {
  id: integer("id").primaryKey(),
  at: integer("at", { mode: "timestamp_ms" }).notNull(),
});
