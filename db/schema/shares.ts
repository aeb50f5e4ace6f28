import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SharedDownloads } from "../columns/shares.ts";
import { users } from "./accounts.ts";
import { projects } from "./projects.ts";

/** Links to a read-only page of a project. The hashes of their tokens are in `secret_links`. */
export const projectShares = sqliteTable(
  "project_shares",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    /** Of an office's link: the member who made it. Null for a person's own link. */
    memberId: text("member_id").references(() => users.id),
    /** The owner's note on who the link is for; never shown to readers. */
    label: text("label"),
    /** Argon2id; null if there is no password. */
    passwordHash: text("password_hash"),
    downloads: text("downloads").$type<SharedDownloads>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    revokedAt: integer("revoked_at", { mode: "timestamp_ms" }),
    /** The address to which a link that requests an acknowledgement is mailed; null for a link to copy. */
    recipient: text("recipient", { length: 255 }),
    recipientName: text("recipient_name", { length: 200 }),
    /** A keyed hash of the network address that requested it. */
    requestedFrom: text("requested_from"),
    /** When a reader pressed "I have seen this", and the name they typed. */
    acknowledgedAt: integer("acknowledged_at", { mode: "timestamp_ms" }),
    acknowledgedBy: text("acknowledged_by"),
    acknowledgedMessage: text("acknowledged_message"),
    /** Not a reference: the document may be deleted. */
    acknowledgementId: text("acknowledgement_id"),
    /** The number of visits, including those no longer in `share_openings`. */
    openCount: integer("open_count").notNull().default(0),
  },
  (table) => [index("project_shares_project").on(table.projectId, table.createdAt)],
);

/** The visits to a share: a time and the names of the browser and operating system, but no address. */
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
    /** The last view of the same visit. */
    lastOpenedAt: integer("last_opened_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("share_openings_share").on(table.shareId, table.lastOpenedAt)],
);
