import { resolve } from "node:path";
import type { IssuingConfig } from "../issuing/config.ts";
import type { PlatformConfig } from "../platform/config.ts";
import type { SettingValues } from "../platform/setting.ts";
import type { TracingSettings } from "../platform/tracing/tracing-settings.ts";
import { type SignInProvider, toSingleProvider } from "./accounts/providers/provider-settings.ts";
import type { BackupSettings } from "./backup/backups.ts";
import { changePlans } from "./billing/plan-changes.ts";
import { plans } from "./billing/plans.ts";
import type { LegalTexts } from "./legal-texts/legal-texts.schema.ts";
import { ehloNameOf } from "./mail/smtp-settings.ts";
import type { operatorSettings, serviceSettings } from "./settings.ts";

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

/** The operator's own look and texts, which no setting has: DATA_DIR/site has them. */
export type SiteLook = {
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
};

/** Every setting of a server. */
export type Config = PlatformConfig & IssuingConfig & ReturnType<typeof buildFeaturesConfig> & SiteLook;

/** Whether Word documents are accepted where there is LibreOffice: the operator did not turn their conversion off. */
export const acceptsWord = ({ converter }: Pick<Config, "converter">): boolean => converter !== "off";

type Values = SettingValues<typeof operatorSettings & typeof serviceSettings>;

/**
 * Each value under its own name, except for those that several settings make together. `origin`, the server's public
 * address, gives `smtpEhlo` and `mailFrom` their defaults.
 */
export function buildFeaturesConfig(
  {
    adminUsername,
    adminPassword,
    adminEmail,
    stripeSecretKey,
    stripePublishableKey,
    stripeWebhookSecret,
    stripeApiUrl,
    stripeTax,
    backupDir,
    backupEveryHours,
    backupKeep,
    trialDocuments,
    tracingEndpoint,
    tracingHeaders,
    signInProviders,
    oidcIssuer,
    oidcClientId,
    oidcClientSecret,
    ...plain
  }: Values,
  origin: string,
) {
  return {
    ...plain,
    admin: buildAdmin(adminUsername, adminPassword, adminEmail),
    /** Undefined: the machine's. */
    smtpEhlo: plain.smtpEhlo ?? ehloNameOf(origin),
    mailFrom: plain.mailFrom ?? `no-reply@${new URL(origin).hostname}`,
    payments: buildPayments(stripeSecretKey, stripePublishableKey, {
      webhookSecret: stripeWebhookSecret,
      apiUrl: stripeApiUrl,
      tax: stripeTax,
    }),
    maxUploadBytes: plain.maxUploadMb * 1024 * 1024,
    backups: buildBackups(backupDir, { everyHours: backupEveryHours, keep: backupKeep }),
    plans: changePlans(plans, { trial: { documents: trialDocuments } }),
    signInProviders: [...signInProviders, ...buildSingleProvider(oidcIssuer, oidcClientId, oidcClientSecret)],
    tracing: buildTracing(tracingEndpoint, tracingHeaders),
  };
}

/** The administrator to create; `email`: the address for password resets, if any. */
function buildAdmin(username: string | undefined, password: string | undefined, email: string | undefined) {
  return username && password ? { username, password, email } : undefined;
}

/** Undefined without keys: payment calls then fail with a message, and everything else works. */
function buildPayments(
  secretKey: string | undefined,
  publishableKey: string | undefined,
  others: Omit<PaymentSettings, "secretKey" | "publishableKey">,
): PaymentSettings | undefined {
  return secretKey && publishableKey ? { secretKey, publishableKey, ...others } : undefined;
}

/** The provider that has settings of its own, if there is one. */
function buildSingleProvider(
  issuer: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
): SignInProvider[] {
  return issuer && clientId && clientSecret ? [toSingleProvider(issuer, clientId, clientSecret)] : [];
}

/** Undefined: no backups. */
function buildBackups(
  folder: string | undefined,
  others: Omit<BackupSettings, "folder">,
): BackupSettings | undefined {
  return folder ? { folder: resolve(folder), ...others } : undefined;
}

/** Where traces go; undefined: nowhere. */
function buildTracing(
  endpoint: string | undefined,
  headers: TracingSettings["headers"],
): TracingSettings | undefined {
  return endpoint === undefined ? undefined : { endpoint, headers };
}

/** Where the data is, for messages: the folder, or the address of the database without credentials. */
export function printPlace({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): string {
  if (databaseUrl === undefined) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}
