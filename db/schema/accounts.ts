import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Language } from "../../src/formats/languages.ts";
import type {
  PasskeyPurpose,
  ProviderOutcome,
  ProviderPurpose,
  ReferralProof,
  TokenScope,
} from "../columns/accounts.ts";

export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    username: text("username", { length: 50 }).notNull().unique(),
    /** The name in NFKC, lower case and trimmed, so that names that look alike have the same key. */
    usernameKey: text("username_key").notNull().unique(),
    /** Empty: the account has no password, as one that signs in with an identity provider, or it was deleted. */
    passwordHash: text("password_hash").notNull(),
    email: text("email", { length: 255 }),
    /** When the address was confirmed; null if it has not been. */
    emailConfirmedAt: integer("email_confirmed_at", { mode: "timestamp_ms" }),
    /**
     * The confirmed mailbox (src/features/accounts/mailbox.ts): different spellings of one mailbox have the same key.
     */
    emailKey: text("email_key", { length: 255 }),
    /** The address that will replace the confirmed one when its owner opens the mailed link. */
    pendingEmail: text("pending_email", { length: 255 }),
    firstName: text("first_name", { length: 100 }),
    lastName: text("last_name", { length: 100 }),
    birthdate: text("birthdate", { length: 10 }),
    /** The language of our emails to the owner; null: English. */
    language: text("language").$type<Language>(),
    /** The IANA zone in which the owner's new stamps and certificates write times; null: the operator's. */
    timeZone: text("time_zone"),
    /** True for an office: an account that its members act for (office_members), and in which no one signs in. */
    isOffice: integer("is_office", { mode: "boolean" }).notNull().default(false),
    isAdmin: integer("is_admin", { mode: "boolean" }).notNull().default(false),
    /** True once this administrator has set, or signed in with, a long enough password. */
    hasAdminPassword: integer("has_admin_password", { mode: "boolean" }).notNull().default(false),
    isDeleted: integer("is_deleted", { mode: "boolean" }).notNull().default(false),
    /** When the account will be deleted at its owner's request; null if no deletion was requested. */
    deletionAt: integer("deletion_at", { mode: "timestamp_ms" }),
    stripeCustomerId: text("stripe_customer_id"),
    stripeSubscriptionId: text("stripe_subscription_id"),
    subscriptionStatus: text("subscription_status").notNull().default("none"),
    subscriptionPlan: text("subscription_plan"),
    freeCredits: integer("free_credits").notNull().default(0),
    referralCode: text("referral_code", { length: 20 }).unique(),
    referredBy: text("referred_by"),
    /** What a referral is waiting for; null if it is not waiting. */
    referralAwaits: text("referral_awaits").$type<ReferralProof>(),
    referralCount: integer("referral_count").notNull().default(0),
    referralCreditsEarned: integer("referral_credits_earned").notNull().default(0),
    /** The free stamps are delayed until this time or until an address is confirmed; null if they are not delayed. */
    freeStampsFrom: integer("free_stamps_from", { mode: "timestamp_ms" }),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastLoginAt: integer("last_login_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    index("users_email_lower").on(sql`lower(${table.email})`),
    index("users_email_key").on(table.emailKey),
    index("users_created").on(table.createdAt, table.id),
    check("users_free_credits_not_negative", sql`${table.freeCredits} >= 0`),
  ],
);

/**
 * Mailboxes that have unlocked the free stamps of an account, so that none unlocks those of a second one. The row stays
 * when the account changes its address or is deleted.
 */
export const unlockingMailboxes = sqliteTable("unlocking_mailboxes", {
  /** A keyed hash: without the server's keys, it tells no address. */
  mailboxHash: text("mailbox_hash").primaryKey(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
});

/** `sid` is the SHA-256 of the cookie's token, so the contents of this table cannot be used to sign in. */
export const sessions = sqliteTable(
  "sessions",
  {
    sid: text("sid").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sess: text("sess", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    expire: integer("expire", { mode: "timestamp_ms" }).notNull(),
    /** The office that the user acts for in this session; null: their own account. Counts only for a member. */
    officeId: text("office_id").references(() => users.id),
  },
  (table) => [index("sessions_expire").on(table.expire), index("sessions_user").on(table.userId)],
);

/** Only the SHA-256 of a token's secret is stored, so the contents of this table cannot be used as tokens. */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Of an office's token: the member who made it, and with whose role it acts. Null for a person's own token. */
    memberId: text("member_id").references(() => users.id),
    name: text("name", { length: 100 }).notNull(),
    secretSha256: text("secret_sha256").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<TokenScope[]>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer("last_used_at", { mode: "timestamp_ms" }),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }),
  },
  (table) => [index("access_tokens_user").on(table.userId)],
);

/**
 * The authenticator app (TOTP, RFC 6238) of an account. The secret is sealed with a key of the server
 * (src/features/accounts/authenticator-app.ts), so the database alone gives no codes.
 */
export const authenticatorApps = sqliteTable("authenticator_apps", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sealedSecret: text("sealed_secret").notNull(),
  startedAt: integer("started_at", { mode: "timestamp_ms" }).notNull(),
  /** When a first code proved that the app has the secret; null: the app does not count yet. */
  confirmedAt: integer("confirmed_at", { mode: "timestamp_ms" }),
  /** The time step of the last code that was used; a code of it, or of an earlier one, is refused. */
  lastStep: integer("last_step"),
});

/** Recovery codes that were not used yet, each as a SHA-256. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeSha256: text("code_sha256").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeSha256] })],
);

/** Public keys with which users sign in. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential ID in base64url: one passkey belongs to one account only. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name", { length: 100 }).notNull(),
    /** A COSE key in base64url. */
    publicKey: text("public_key").notNull(),
    /** How often its authenticator has signed; 0 for those that do not count. */
    counter: integer("counter").notNull(),
    transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer("last_used_at", { mode: "timestamp_ms" }),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

/** What passkeys have to sign. A row is deleted when its answer arrives, so it counts once. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    challengeSha256: text("challenge_sha256").primaryKey(),
    purpose: text("purpose").$type<PasskeyPurpose>().notNull(),
    /** Null before a sign-in, where it is not known yet. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("passkey_challenges_expiry").on(table.expiresAt)],
);

/** People at identity providers (OpenID Connect), and the accounts to which they sign in. */
export const providerIdentities = sqliteTable(
  "provider_identities",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** An email address alone never names a person: it can pass to another one. */
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    /** The address or name there, by which the owner recognizes it; null if the provider gave none. */
    label: text("label"),
    /** Whether the group of administrators there gave the account its rights, so that leaving it takes them away. */
    grantsAdmin: integer("grants_admin", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at", { mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer("last_used_at", { mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("provider_identities_person").on(table.issuer, table.subject),
    index("provider_identities_user").on(table.userId),
  ],
);

/**
 * Browsers that were sent to an identity provider. The row has no secrets: state, nonce and PKCE verifier are derived
 * from the browser's cookie, of which only the SHA-256 is stored.
 */
export const providerSignIns = sqliteTable(
  "provider_sign_ins",
  {
    browserSha256: text("browser_sha256").primaryKey(),
    /** The ID of the provider in the settings. */
    provider: text("provider").notNull(),
    purpose: text("purpose").$type<ProviderPurpose>().notNull(),
    /** Whose account it is for; null for a sign-in. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** A path of this site, where the browser goes afterward. */
    returnTo: text("return_to").notNull(),
    /** Whether the provider's answer has arrived: a second one is refused. */
    isAnswered: integer("is_answered", { mode: "boolean" }).notNull(),
    outcome: text("outcome", { mode: "json" }).$type<ProviderOutcome>(),
    expiresAt: integer("expires_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("provider_sign_ins_expiry").on(table.expiresAt)],
);

/**
 * Browsers in which a user signed in to an account. `tokenHash` is the SHA-256 of the cookie's token, the same for
 * every account of that browser.
 */
export const knownDevices = sqliteTable(
  "known_devices",
  {
    tokenHash: text("token_hash").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lastUsedAt: integer("last_used_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenHash, table.userId] }),
    index("known_devices_user").on(table.userId),
    index("known_devices_used").on(table.lastUsedAt),
  ],
);
