import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DomainOutcome, OfficeAction, OfficeRole } from "../columns/offices.ts";
import { users } from "./accounts.ts";

/** Who belongs to which office. An office is a row of `users` in which no one signs in (`users.is_office`). */
export const officeMembers = sqliteTable(
  "office_members",
  {
    officeId: text("office_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").$type<OfficeRole>().notNull(),
    joinedAt: integer("joined_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.officeId, table.userId] }),
    index("office_members_user").on(table.userId),
  ],
);

/** Invitations that were not accepted yet. The hashes of their tokens are in `secret_links`. */
export const officeInvitations = sqliteTable(
  "office_invitations",
  {
    id: text("id").primaryKey(),
    officeId: text("office_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** A manager or owner of the office; their open invitations end when they may no longer make them. */
    invitedBy: text("invited_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").$type<OfficeRole>().notNull(),
    /** The only address that may accept it, and to which it was mailed; null: anyone with the link. */
    email: text("email", { length: 255 }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("office_invitations_office").on(table.officeId, table.createdAt),
    index("office_invitations_inviter").on(table.invitedBy),
    index("office_invitations_expiry").on(table.expiresAt),
  ],
);

/** What members did in an office, for its owners to read. Ids grow with time. */
export const officeLog = sqliteTable(
  "office_log",
  {
    id: text("id").primaryKey(),
    officeId: text("office_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Not a reference that is followed: a person whose account was deleted is shown without a name. */
    actorId: text("actor_id"),
    action: text("action").$type<OfficeAction>().notNull(),
    /** The id of the member, invitation, document, project or token that the action is about. */
    subject: text("subject"),
    detail: text("detail", { mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    index("office_log_office").on(table.officeId, table.id),
    index("office_log_subject").on(table.subject),
  ],
);

/** The domains of offices, proven by a record in the DNS (features/offices/domains.ts). */
export const officeDomains = sqliteTable(
  "office_domains",
  {
    id: text("id").primaryKey(),
    officeId: text("office_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In lower case, in ASCII (punycode), without a dot at its end. */
    name: text("name", { length: 80 }).notNull(),
    /** The secret half of the record's value: random, and of this office and domain only. */
    token: text("token").notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    /** Since when it is verified without interruption; null: it is not, or no longer. */
    verifiedAt: integer("verified_at", { mode: "timestamp_ms" }),
    /** When its record was last seen. */
    seenAt: integer("seen_at", { mode: "timestamp_ms" }),
    /** Of a verified one: the first of the checks in a row that did not find its record; null: the last one did. */
    missingSince: integer("missing_since", { mode: "timestamp_ms" }),
    checkedAt: integer("checked_at", { mode: "timestamp_ms" }),
    outcome: text("outcome").$type<DomainOutcome>(),
    /** When the server checks it next; null: only when someone asks. */
    nextCheckAt: integer("next_check_at", { mode: "timestamp_ms" }),
    /** Whether it stands on new certificates while it is verified; at most one of an office does. */
    isShown: integer("is_shown", { mode: "boolean" }).notNull(),
  },
  (table) => [
    uniqueIndex("office_domains_name").on(table.officeId, table.name),
    index("office_domains_due").on(table.nextCheckAt),
  ],
);
