import { isNotNull } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MagicLinkPurpose, MailLetter, MailState } from "../columns/mail.ts";

/** Every email, queued in the transaction that causes it. `id` is the local part of its Message-ID. */
export const mails = sqliteTable(
  "mails",
  {
    id: text("id").primaryKey(),
    /** The sender's account; null for emails by the product itself. */
    userId: text("user_id"),
    recipient: text("recipient", { length: 255 }).notNull(),
    recipientName: text("recipient_name", { length: 200 }),
    replyTo: text("reply_to", { length: 255 }),
    subject: text("subject", { length: 200 }).notNull(),
    /** The content from which the email is written when it is sent; deleted when it is finished. */
    letter: text("letter", { mode: "json" }).$type<MailLetter>(),
    state: text("state").$type<MailState>().notNull().default("queued"),
    /** The mail server's last answer if it refused the email. */
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

/**
 * Magic links in emails, and the target that each opens without signing in. Only the SHA-256 of a link's token is
 * stored.
 */
export const magicLinks = sqliteTable(
  "secret_links",
  {
    tokenHash: text("token_hash", { length: 64 }).primaryKey(),
    purpose: text("purpose").$type<MagicLinkPurpose>().notNull(),
    /** The ID of the user or document that it opens. */
    subject: text("subject").notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
    /** The email that contains the link; null for a link that its owner copies. */
    mailId: text("mail_id"),
    /** When the mail server accepted that email. */
    mailedAt: integer("mailed_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("secret_links_expiry").on(table.expiresAt),
    index("secret_links_subject").on(table.purpose, table.subject),
    index("secret_links_mail").on(table.mailId).where(isNotNull(table.mailId)),
  ],
);
