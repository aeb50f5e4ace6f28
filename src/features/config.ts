import type { NoteVerifier } from "../evidence/tlog/signed-note.ts";
import type { BackupSettings } from "./backup/backups.ts";
import type { Witness } from "./witnesses/witness-settings.ts";

export type PaymentSettings = {
  secretKey: string;
  publishableKey: string;
  /** Undefined: events of Stripe are refused, never believed unsigned. */
  webhookSecret: string | undefined;
  /** The address of a fake of Stripe's API; undefined = Stripe itself. */
  apiUrl: string | undefined;
  /** Whether Stripe works out taxes on the plans that are marked taxable. */
  tax: boolean;
};

export type Config = {
  port: number;
  host: string;
  /** Public base URL without a trailing slash; every link we hand out is built from it. */
  origin: string;
  dataDir: string;
  productName: string;
  /** `email`: where its password can be reset, if anywhere. */
  admin: { username: string; password: string; email: string | undefined } | undefined;
  /** smtp:// or smtps:// with user, password, host and port; without it mails are written to the outbox. */
  smtpUrl: string | undefined;
  /** The address mails come from; its name is the product's. */
  mailFrom: string;
  /** Where tickets and contact messages are announced, and answers to mails go. */
  supportEmail: string | undefined;
  /** Addresses of outside time-stamping authorities, asked in this order; none: our own alone. */
  tsaUrls: string[];
  /** Certificates (PEM) that vouch for them, beside those that every computer trusts. */
  tsaRoots: string | undefined;
  /** OpenTimestamps calendars the log's checkpoints are given to. */
  otsCalendars: string[];
  /** Other people's witnesses that are to cosign our log. */
  logWitnesses: Witness[];
  /** The logs we cosign. */
  witnessFor: NoteVerifier[];
  /** How the seal in PDF files is built: PAdES, or the older form that more viewers can check. */
  sealFormat: "pades" | "pkcs7";
  /** Whether webhooks may go to http:// and to addresses that are not public. */
  webhookPrivate: boolean;
  retentionHours: number;
  maxUploadBytes: number;
  maxUploadMb: number;
  rateLimitFactor: number;
  trustProxy: boolean;
  signupDisabled: boolean;
  /** Undefined: none are made. */
  backups: BackupSettings | undefined;
  credits: "display" | "redeem";
  /** Undefined without keys: then every payment call says so, and everything else works. */
  payments: PaymentSettings | undefined;
  converter: string;
  /** Who has it may read /metrics; undefined: nobody. */
  metricsToken: string | undefined;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
};
