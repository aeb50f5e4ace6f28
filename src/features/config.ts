import type { IssuingConfig } from "../issuing/config.ts";
import type { S3Settings } from "../platform/files/s3-settings.ts";
import type { TracingSettings } from "../platform/tracing/tracing-settings.ts";
import type { TrustedProxies } from "../platform/trusted-proxies.ts";
import type { SignInProvider } from "./accounts/providers/provider-settings.ts";
import type { BackupSettings } from "./backup/backups.ts";
import type { Plans } from "./billing/plans.ts";
import type { LegalTexts } from "./legal-texts/legal-texts.schema.ts";

export type PaymentSettings = {
  secretKey: string;
  publishableKey: string;
  /** Undefined: the server refuses Stripe events, since it cannot verify their signatures. */
  webhookSecret: string | undefined;
  /** The URL of a Stripe fake; undefined = Stripe itself. */
  apiUrl: string | undefined;
  /** Whether Stripe calculates taxes for plans marked taxable. */
  tax: boolean;
};

/**
 * The operator's logo, checked. `width` and `height` in pixels, or in units of the drawing: to preserve its
 * proportions.
 */
export type Logo = {
  type: "image/svg+xml" | "image/png";
  bytes: Buffer<ArrayBuffer>;
  width: number;
  height: number;
};

/** Values of CSS custom properties of the pages. */
export type Accent = Readonly<Record<string, { light: string; dark: string }>>;

/** Every setting of a server. */
export type Config = IssuingConfig & {
  port: number;
  host: string;
  /** The PostgreSQL database; undefined: SQLite in `dataDir`. */
  databaseUrl: string | undefined;
  /** The bucket for kept files; undefined: they are in `dataDir`. */
  s3: S3Settings | undefined;
  /** `email`: the address for password resets, if any. */
  admin: { username: string; password: string; email: string | undefined } | undefined;
  /** smtp:// or smtps:// with user, password, host and port; without it, mails go to the outbox folder. */
  smtpUrl: string | undefined;
  /** Our name in EHLO; undefined: the machine's. */
  smtpHeloName: string | undefined;
  /** Root certificates (PEM) for the mail server, in addition to those that the program brings. */
  smtpRoots: string | undefined;
  /** Sender address of mails; the sender name is the product's. */
  mailFrom: string;
  /** Receives notices of tickets and contact messages, and replies to mails. */
  supportEmail: string | undefined;
  /**
   * The operator's Privacy Policy and Terms of Service, on another site or on this server; without them, the footer has
   * no links.
   */
  privacyUrl: string | undefined;
  termsUrl: string | undefined;
  /** Whether webhooks may go to http:// and to addresses that are not public. */
  webhookPrivate: boolean;
  /** The DNS resolver for the domains of offices: an address with a port; undefined: the machine's. */
  dnsServer: string | undefined;
  retentionHours: number;
  maxUploadBytes: number;
  maxUploadMb: number;
  /** Whose entries of X-Forwarded-For count. */
  trustProxy: TrustedProxies;
  signupDisabled: boolean;
  /** Whose accounts must have an authenticator app or a passkey. */
  requireSecondFactor: "off" | "admins" | "all";
  /** With whom people can sign in, besides passwords and passkeys. */
  signInProviders: readonly SignInProvider[];
  /** Whether these are the only way in. */
  signInOnlyWithProviders: boolean;
  /** Undefined: no backups. */
  backups: BackupSettings | undefined;
  /** The IANA zone in which stamps and certificates of accounts that have chosen none write times. */
  timeZone: string;
  /** The plans, with the prices and limits of this server. */
  plans: Plans;
  /** The operator's colors, as CSS custom properties with a light and a dark value; undefined: ours. */
  accent: Accent | undefined;
  /**
   * The logo on pages, and `mailLogo` in emails, since email programs show no SVG. Without `logo`, both show ours;
   * without only `mailLogo`, emails show the name.
   */
  logo: Logo | undefined;
  mailLogo: Logo | undefined;
  /** Whether the name is shown next to the logo. */
  nameBesideLogo: boolean;
  /** The operator's own Privacy Policy and Terms of Service, at /privacy and /terms. */
  legalTexts: LegalTexts;
  credits: "display" | "redeem";
  /** Undefined without keys: payment calls then fail with a message, and everything else works. */
  payments: PaymentSettings | undefined;
  converter: string;
  /** Whether more types of documents are accepted than every server accepts. */
  extraTypes: boolean;
  /** Grants access to /metrics; undefined: no one has access. */
  metricsToken: string | undefined;
  /** Where traces go; undefined: nowhere. */
  tracing: TracingSettings | undefined;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
};

/** Where the data is, for messages: the folder, or the address of the database without credentials. */
export function printPlace({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): string {
  if (databaseUrl === undefined) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}
