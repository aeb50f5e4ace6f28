import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { HashName } from "../../src/evidence/hash.ts";
import { certificates } from "./documents.ts";

/** Bare RFC 3161 tokens over the files of a certificate, each fully verified before it was stored. */
export const timeStamps = sqliteTable(
  "time_stamps",
  {
    serialNumber: text("serial_number")
      .notNull()
      .references(() => certificates.serialNumber, { onDelete: "cascade" }),
    /** Collections have only "original": their root takes the place of an original's fingerprint. */
    about: text("about").$type<"original" | "stamped">().notNull(),
    /** From an external authority. One of each kind may exist for a file. */
    isOutside: integer("is_outside", { mode: "boolean" }).notNull(),
    token: blob("token", { mode: "buffer" }).notNull(),
    /** The time in the token. */
    time: integer("time", { mode: "timestamp_ms" }).notNull(),
    authority: text("authority").notNull(),
    /**
     * When the certificate ends that signed it. Null: from an earlier version, until the next look for renewals; the
     * year 9999: an evidence record preserves it.
     */
    renewBefore: integer("renew_before", { mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.serialNumber, table.about, table.isOutside] }),
    index("time_stamps_renewal").on(table.renewBefore),
  ],
);

/**
 * The archive time-stamps (RFC 4998) of batches of documents whose proofs were renewed together. A batch begins with a
 * token over a tree of its documents; each later one renews the one before. Never deleted.
 */
export const archiveTimeStamps = sqliteTable(
  "archive_time_stamps",
  {
    batch: text("batch").notNull(),
    number: integer("number").notNull(),
    /** The hash of the batch's tree and chain. */
    hash: text("hash").$type<HashName>().notNull(),
    /** The lists that lead from the renewed tokens to the new one, DER; the first has its own for each document. */
    lists: blob("lists", { mode: "buffer" }),
    token: blob("token", { mode: "buffer" }).notNull(),
    time: integer("time", { mode: "timestamp_ms" }).notNull(),
    authority: text("authority").notNull(),
    certificateEnd: integer("certificate_end", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.batch, table.number] })],
);

/** The chains of each document's evidence record: the second and later ones renew the hash tree with another hash. */
export const preservedAttestations = sqliteTable(
  "preserved_attestations",
  {
    serialNumber: text("serial_number")
      .notNull()
      .references(() => certificates.serialNumber, { onDelete: "cascade" }),
    chain: integer("chain").notNull(),
    batch: text("batch").notNull(),
    /** How many archive time-stamps the chains before it had: what it is over. */
    before: integer("before").notNull(),
    /** The lists that lead from the document to the first token of the batch, DER. */
    lists: blob("lists", { mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serialNumber, table.chain] }),
    index("preserved_attestations_batch").on(table.batch, table.serialNumber),
  ],
);

/**
 * The roots of tokens of external authorities, whether the tokens are in a table or in a PDF: a token that was accepted
 * once can always be verified, whatever the settings say later. The rest of a chain is in its token. Never deleted.
 */
export const timeStampRoots = sqliteTable("time_stamp_roots", {
  /** Lower-case hex of the certificate's DER. */
  sha256: text("sha256", { length: 64 }).primaryKey(),
  certificate: blob("certificate", { mode: "buffer" }).notNull(),
  /** When a token that leads to it was first accepted. */
  acceptedAt: integer("accepted_at", { mode: "timestamp_ms" }).notNull(),
});

/**
 * The trusted lists of states that the operator imported, the newest of each: which time-stamp authorities are
 * qualified.
 */
export const trustedLists = sqliteTable("trusted_lists", {
  /** The state, such as ES. */
  territory: text("territory", { length: 200 }).primaryKey(),
  /** The number of this version. */
  sequence: integer("sequence").notNull(),
  /** What it says about time-stamp services, as a trust file. */
  content: text("content").notNull(),
  importedAt: integer("imported_at", { mode: "timestamp_ms" }).notNull(),
});

/**
 * What the server knows about its clock: at most one row, created when the first of these times is known. It outlives
 * documents and restarts.
 */
export const clock = sqliteTable(
  "clock",
  {
    id: integer("id").primaryKey(),
    /**
     * The newest time in any of our time-stamps or cosignatures. The clock must not fall behind it, and no new root may
     * replace the one that certified it.
     */
    newestIssued: integer("newest_issued", { mode: "timestamp_ms" }),
    /** When external authorities began to contradict our clock, by our clock; null if they do not. */
    contradictedSince: integer("contradicted_since", { mode: "timestamp_ms" }),
    /** When the clock was last trusted for deleting files, according to that clock. */
    trustedAt: integer("trusted_at", { mode: "timestamp_ms" }),
  },
  (table) => [check("clock_is_one", sql`${table.id} = 1`)],
);
