import { isNotNull } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NoticeKind } from "../columns/notices.ts";
import { users } from "./accounts.ts";
import { documents } from "./documents.ts";
import { projectShares } from "./shares.ts";
import { supportTickets } from "./support.ts";

/**
 * What a person is told. A row has no names: they are read from what it is about, and go with it. Ids grow with time.
 */
export const notices = sqliteTable(
  "notices",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The office in which it happened; null: the person's own account. Only a member is told about it. */
    officeId: text("office_id").references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").$type<NoticeKind>().notNull(),
    documentId: text("document_id").references(() => documents.id, { onDelete: "cascade" }),
    ticketId: text("ticket_id").references(() => supportTickets.id, { onDelete: "cascade" }),
    /** The link through which a project was acknowledged. */
    shareId: text("share_id").references(() => projectShares.id, { onDelete: "cascade" }),
    /** Of a sign-in: the names of the browser and operating system; null if unknown. */
    browser: text("browser"),
    system: text("system"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    readAt: integer("read_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("notices_user").on(table.userId, table.id),
    index("notices_created").on(table.createdAt),
    index("notices_office").on(table.officeId).where(isNotNull(table.officeId)),
    index("notices_document").on(table.documentId).where(isNotNull(table.documentId)),
    index("notices_ticket").on(table.ticketId).where(isNotNull(table.ticketId)),
    index("notices_share").on(table.shareId).where(isNotNull(table.shareId)),
  ],
);

/** Which kinds of notices a person gets by email, too, where they chose; a kind without a row has its default. */
export const noticeMails = sqliteTable(
  "notice_mails",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").$type<NoticeKind>().notNull(),
    isMailed: integer("is_mailed", { mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);
