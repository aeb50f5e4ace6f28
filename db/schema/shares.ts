import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SharedDownloads } from "../../src/features/projects/shares.schema.ts";
import { projects } from "./projects.ts";

/** Links to a read-only page of a project. The hashes of their tokens are in `secret_links`. */
export const projectShares = sqliteTable(
  "project_shares",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    /** The owner's own words for whom the link is; never shown to them. */
    label: text("label"),
    /** Argon2id; null: no password. */
    passwordHash: text("password_hash"),
    downloads: text("downloads").$type<SharedDownloads>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    revokedAt: integer("revoked_at", { mode: "timestamp_ms" }),
    /** Of a link that was mailed with the request to acknowledge the project: to whom. Null: a link to be copied. */
    recipient: text("recipient", { length: 255 }),
    recipientName: text("recipient_name", { length: 200 }),
    /** When somebody with the link pressed "I have seen this", and what they typed. */
    acknowledgedAt: integer("acknowledged_at", { mode: "timestamp_ms" }),
    acknowledgedBy: text("acknowledged_by"),
    acknowledgedMessage: text("acknowledged_message"),
    /** Not a reference: the document may be deleted. */
    acknowledgementId: text("acknowledgement_id"),
    /** Visits, also those whose row in `share_openings` is gone. */
    openCount: integer("open_count").notNull().default(0),
  },
  (table) => [index("project_shares_project").on(table.projectId, table.createdAt)],
);

/** Who opened a share: a time and the names of a browser and a system, no address. */
export const shareOpenings = sqliteTable(
  "share_openings",
  {
    id: text("id").primaryKey(),
    shareId: text("share_id")
      .notNull()
      .references(() => projectShares.id, { onDelete: "cascade" }),
    browser: text("browser"),
    system: text("system"),
    openedAt: integer("opened_at", { mode: "timestamp_ms" }).notNull(),
    /** The last time in the same visit. */
    lastOpenedAt: integer("last_opened_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("share_openings_share").on(table.shareId, table.lastOpenedAt)],
);
