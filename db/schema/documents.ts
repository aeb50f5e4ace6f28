import { isNotNull, isNull, sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Message, Params } from "../../src/errors.ts";
import type { StatedIdentity } from "../../src/evidence/stated-identity.ts";
import type { TimelineCommitment } from "../../src/evidence/timeline.ts";
import type { CollectionFacts } from "../columns/collection-facts.ts";
import type { DocumentKind, DocumentStatus, Recipient, StoredConfig } from "../columns/documents.ts";
import { users } from "./accounts.ts";
import { logEntries } from "./log.ts";
import { projects } from "./projects.ts";

export const documents = sqliteTable(
  "documents",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.id),
    sessionId: text("session_id"),
    /** What was attested; what differs is in features/documents/kinds. */
    kind: text("kind").$type<DocumentKind>().notNull().default("document"),
    originalName: text("original_name").notNull(),
    /** The name that its owner gave it later, or null. Attested data keeps `originalName`. */
    displayName: text("display_name"),
    /** The owner's own note. */
    note: text("note"),
    /**
     * The text that the owner's search reads (features/documents/search-text.ts) and that names are sorted by; null for
     * documents from earlier versions, until the next start.
     */
    searchText: text("search_text"),
    /** The project it belongs to, or null. */
    projectId: text("project_id").references(() => projects.id),
    /** Documents of a project with the same value are versions of one another, whatever their names. */
    versionGroup: text("version_group"),
    /** Of a timeline: the entries as its signed statement lists them. */
    timeline: text("timeline", { mode: "json" }).$type<TimelineCommitment>(),
    /** Of an acknowledgment of a shared project: the list that it covers. */
    acknowledgement: text("acknowledgement", { mode: "json" }).$type<TimelineCommitment>(),
    /** Of an acknowledgement: what opens the hash of the recipient's address in it. Only its owner may see it. */
    recipient: text("recipient", { mode: "json" }).$type<Recipient>(),
    /**
     * Of a collection: the source of its statement and evidence records. Its original is the list of its files, which
     * stay with their owner; its stamped copy is SHA256SUMS.
     */
    collection: text("collection", { mode: "json" }).$type<CollectionFacts>(),
    /** Key in the file store; null after the original was deleted. */
    originalPath: text("original_path"),
    processedPath: text("processed_path"),
    certificatePath: text("certificate_path"),
    /** MIME type of the original, decided from its content. */
    fileType: text("file_type").notNull(),
    /** MIME type of the stamped copy: a Word or TIFF upload becomes a PDF. */
    stampedType: text("stamped_type"),
    serialNumber: text("serial_number").unique(),
    /** Bytes, as text: the specification's type. */
    fileSize: text("file_size").notNull(),
    status: text("status").$type<DocumentStatus>().notNull().default("uploaded"),
    timestampConfig: text("timestamp_config", { mode: "json" }).$type<StoredConfig>(),
    paymentCompleted: text("payment_completed").notNull().default("false"),
    errorMessage: text("error_message"),
    /** The code and parameters of `errorMessage`; null for errors from earlier versions. */
    errorCode: text("error_code"),
    errorParams: text("error_params", { mode: "json" }).$type<Params>(),
    sha256: text("sha256", { length: 64 }).notNull(),
    stampedSha256: text("stamped_sha256", { length: 64 }),
    stampedSize: integer("stamped_size"),
    certificateSha256: text("certificate_sha256", { length: 64 }),
    pages: integer("pages"),
    originalKept: integer("original_kept", { mode: "boolean" }),
    /** Notes of the stamping engine for the user and the certificate; earlier versions stored finished sentences. */
    notes: text("notes", { mode: "json" }).$type<(Message | string)[]>().notNull().default([]),
    /** First and last name when processing started; null after the account was deleted. */
    clientName: text("client_name"),
    /** What else the statement says of the client, fixed like `clientName`; null: nothing, or it was deleted. */
    identity: text("identity", { mode: "json" }).$type<StatedIdentity>(),
    ownershipConfirmedAt: integer("ownership_confirmed_at", { mode: "timestamp_ms" }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** The time on the stamp: fixed when processing starts, so that every attempt of its job prints the same. */
    processedAt: integer("processed_at", { mode: "timestamp_ms" }),
    /** The IANA zone of the times on stamp and certificate, fixed like `processedAt`; null: America/Chicago. */
    timeZone: text("time_zone"),
    originalDeletedAt: integer("original_deleted_at", { mode: "timestamp_ms" }),
    /**
     * When its owner deleted a completed document. The files, the names and the owner are gone; the record that its
     * certificate leads to stays.
     */
    withdrawnAt: integer("withdrawn_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("documents_user").on(table.userId, table.createdAt),
    index("documents_hash").on(table.userId, table.sha256),
    index("documents_project").on(table.projectId).where(isNotNull(table.projectId)),
    index("documents_collections").on(table.userId, table.createdAt).where(sql`kind = 'collection'`),
    /** All columns that count an account's stored originals and their bytes, so that no document is read. */
    index("documents_originals")
      .on(table.userId, table.fileSize, table.originalPath)
      .where(isNotNull(table.originalPath)),
    index("documents_retention").on(table.createdAt).where(isNotNull(table.originalPath)),
    /** For the administrator's figures: failures by day, and the sum of all stamped copies. */
    index("documents_failed").on(table.processedAt).where(sql`status = 'error'`),
    index("documents_stamped_size").on(table.stampedSize).where(isNotNull(table.stampedSize)),
    index("documents_without_search_text").on(table.id).where(isNull(table.searchText)),
  ],
);

/**
 * The usage ledger: one row per stamp taken from a plan. Rows outlive their document, so that deleting a document
 * returns no stamp; a failed job marks its row as returned, once.
 */
export const stampUsage = sqliteTable(
  "stamp_usage",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Not a reference: the document may be deleted. Unique: one document takes one stamp. */
    documentId: text("document_id").notNull().unique(),
    plan: text("plan").notNull(),
    takenAt: integer("taken_at", { mode: "timestamp_ms" }).notNull(),
    returnedAt: integer("returned_at", { mode: "timestamp_ms" }),
  },
  (table) => [index("stamp_usage_user").on(table.userId, table.takenAt)],
);

/** The attestation of a document, signed once and never changed. The certificate PDF is a view of this row. */
export const certificates = sqliteTable(
  "certificates",
  {
    serialNumber: text("serial_number").primaryKey(),
    documentId: text("document_id")
      .notNull()
      .unique()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** Compact JWS (evidence/attestation.ts). */
    attestation: text("attestation").notNull(),
    issuedAt: integer("issued_at", { mode: "timestamp_ms" }).notNull(),
    /** Its entry in the public log; null only for certificates older than the log, until the next start. */
    entryIndex: integer("entry_index")
      .unique()
      .references(() => logEntries.position),
    /** The salt of the entry (32 random bytes); disclosed only to the document's owner. */
    entrySalt: blob("entry_salt", { mode: "buffer" }),
  },
  (table) => [index("certificates_issued").on(table.issuedAt)],
);
