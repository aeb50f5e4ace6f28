import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MailLetter, MailState, SecretLinkPurpose } from "../../src/features/mail/mail.ts";

/** Every mail, queued in the transaction of what it tells about. `id` is the local part of its Message-ID. */
export const mails = sqliteTable(
  "mails",
  {
    id: text("id").primaryKey(),
    /** On whose behalf it is sent; null for what the product itself says. */
    userId: text("user_id"),
    recipient: text("recipient", { length: 255 }).notNull(),
    recipientName: text("recipient_name", { length: 200 }),
    replyTo: text("reply_to", { length: 255 }),
    subject: text("subject", { length: 200 }).notNull(),
    /** What the mail is written from when it is sent; forgotten when its way has ended. */
    letter: text("letter", { mode: "json" }).$type<MailLetter>(),
    state: text("state").$type<MailState>().notNull().default("queued"),
    /** The mail server's last words when it did not take the mail. */
    lastError: text("last_error"),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    endedAt: integer("ended_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("mails_created").on(table.createdAt),
    index("mails_ended").on(table.endedAt),
    index("mails_user").on(table.userId),
  ],
);

/** What a link in a mail opens without signing in. Only the SHA-256 of the link's token is kept. */
export const secretLinks = sqliteTable(
  "secret_links",
  {
    tokenHash: text("token_hash", { length: 64 }).primaryKey(),
    purpose: text("purpose").$type<SecretLinkPurpose>().notNull(),
    /** The id of what it opens: a user or a document. */
    subject: text("subject").notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("secret_links_expiry").on(table.expiresAt),
    index("secret_links_subject").on(table.purpose, table.subject),
  ],
);
