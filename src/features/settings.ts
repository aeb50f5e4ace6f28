import { isIP } from "node:net";
import { z } from "zod";
import { isTimeZone, productTimeZone } from "../formats/stamp/stamp.ts";
import { withAsciiDomain } from "../formats/text/ascii-domain.ts";
import type { Settings } from "../platform/setting.ts";
import { certificates, onOff, optionalText, serverAddress, wholeNumber } from "../platform/setting-values.ts";
import { parseTracingHeaders } from "../platform/tracing/tracing-settings.ts";
import { maxProxies, readTrustedProxies } from "../platform/trusted-proxies.ts";
import { registerSchema } from "./accounts/accounts.schema.ts";
import { adminPasswordSchema } from "./accounts/admin-passwords.ts";
import { issuerSetting, signInProvidersSetting } from "./accounts/providers/provider-settings.ts";
import { ehloName } from "./mail/smtp-settings.ts";

const tracingHeaders = z.string().transform((text, { addIssue }) => {
  const headers = parseTracingHeaders(text);
  if (headers !== undefined) return headers;
  addIssue("Please write name=value, separated by commas, with the value in URL encoding");
  return z.NEVER;
});
const trustedProxies = z.string().transform((text, { addIssue }) => {
  const proxies = readTrustedProxies(text);
  if (proxies !== undefined) return proxies;
  addIssue(
    `Please write on, off, a number of proxies (up to ${maxProxies}), or networks such as 192.0.2.0/24`,
  );
  return z.NEVER;
});
const timeZone = z
  .string()
  .refine(isTimeZone, "Please write a name of the IANA time zone database, such as Europe/Madrid");
/** As node:dns takes it: 192.0.2.53:53, [2001:db8::53]:53. */
const resolverAddress = z.string().transform((text, { addIssue }) => {
  const [, ip = text, port = "53"] =
    /^(?:\[(?=[^\]]*:))?([\d.]+|[\da-f:.]+(?=\]))\]?(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  if (isIP(ip) !== 0 && isPort) return isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`;
  addIssue("Please write an IP address such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:5353");
  return z.NEVER;
});
const maxTrialDocuments = 1_000_000;
/** How many documents are free; null: no limit. */
const trialDocuments = z
  .string()
  .transform((text) => (text === "unlimited" ? null : Number(text)))
  .refine(
    (count) => count === null || (Number.isInteger(count) && count >= 1 && count <= maxTrialDocuments),
    {
      error: `Please write a whole number from 1 to ${maxTrialDocuments}, or unlimited`,
    },
  );
const emailAddress = z.string().overwrite(withAsciiDomain).check(z.email("Invalid email"));
/** One of the operator's web pages, to be opened in a browser. */
const pageAddress = z.url({ protocol: /^https?$/, error: "Please write https://…" }).optional();

/** Who operates the server: its administrator, mail, web pages and payments. */
export const operatorSettings = {
  adminUsername: {
    name: "ADMIN_USERNAME",
    schema: registerSchema.shape.username.optional(),
    about: "An administrator to create at startup. Needs `ADMIN_PASSWORD`.",
  },
  adminPassword: {
    name: "ADMIN_PASSWORD",
    schema: adminPasswordSchema.optional(),
    about: "This administrator's password, of 12 characters or more.",
    isSecret: true,
  },
  adminEmail: {
    name: "ADMIN_EMAIL",
    isEmail: true,
    schema: emailAddress.max(255, "Email too long").optional(),
    about: "This administrator's address for password resets; it counts as confirmed.",
  },
  smtpUrl: {
    name: "SMTP_URL",
    schema: z.url({ protocol: /^smtps?$/, error: "Please write smtp://… or smtps://…" }).optional(),
    about:
      "The mail server. Without it, emails are written to `DATA_DIR/outbox`. `smtp://` uses TLS if the server offers it, and requires it if a password is sent to another machine. Try it with `attestamp mail test ADDRESS`.",
    example: "smtps://user:password@mail.example.org:465",
  },
  smtpEhlo: {
    name: "SMTP_EHLO",
    earlierName: "SMTP_HELO_NAME",
    schema: ehloName.optional(),
    about: "The server's name in EHLO, which some mail servers look up.",
    standard: "the host of `ORIGIN`",
  },
  smtpRoots: {
    name: "SMTP_CA",
    schema: certificates.optional(),
    about:
      "Certificates (PEM) that may vouch for the mail server, besides public ones; best as `SMTP_CA_FILE=/etc/ssl/internal-ca.pem`.",
  },
  mailFrom: {
    name: "MAIL_FROM",
    isEmail: true,
    schema: emailAddress.optional(),
    about: "The sender of emails.",
    standard: "no-reply@ the host of `ORIGIN`",
  },
  supportEmail: {
    name: "SUPPORT_EMAIL",
    isEmail: true,
    schema: emailAddress.optional(),
    about: "Receives support tickets and messages, and is the contact in `/.well-known/security.txt`.",
  },
  privacyUrl: {
    name: "PRIVACY_URL",
    schema: pageAddress,
    about: "Your Privacy Policy. The footer of every page links to it.",
    example: "https://example.org/privacy",
  },
  termsUrl: {
    name: "TERMS_URL",
    schema: pageAddress,
    about: "Your Terms of Service, in the same way.",
    example: "https://example.org/terms",
  },
  stripeSecretKey: {
    name: "STRIPE_SECRET_KEY",
    schema: optionalText,
    about: "Card payments. Without this key and the next one, no one can pay, and everything else works.",
    isSecret: true,
  },
  stripePublishableKey: {
    name: "STRIPE_PUBLISHABLE_KEY",
    schema: optionalText,
    about: "The key that Stripe's part of the page uses.",
  },
  stripeWebhookSecret: {
    name: "STRIPE_WEBHOOK_SECRET",
    schema: optionalText,
    about:
      "The signing secret of the Stripe endpoint `ORIGIN/api/stripe/webhook`. Without it, events are refused.",
    isSecret: true,
  },
  stripeApiUrl: {
    name: "STRIPE_API_URL",
    schema: z.url({ protocol: /^https?$/ }).optional(),
    about: "The address of a fake Stripe, for tests.",
  },
  stripeTax: {
    name: "STRIPE_TAX",
    schema: onOff.default(false),
    about: "`on`: Stripe calculates the taxes on taxable plans. Set up Stripe Tax in your account first.",
  },
} satisfies Settings;

/** What the server does for its users: its limits, sign-in, backups, documents and monitoring. */
export const serviceSettings = {
  webhookPrivate: {
    name: "WEBHOOK_PRIVATE",
    schema: onOff.default(false),
    about:
      "`on`: webhooks may also use `http://`, any port and private addresses. Every user can then make the server send requests into its network. For tests and for networks of your own.",
  },
  dnsServer: {
    name: "DNS_SERVER",
    schema: resolverAddress.optional(),
    about:
      "The DNS resolver that the server asks for the records with which offices prove their domains: an IP address, and a port unless it is 53. It is asked every hour for the first two days of a domain that is not verified yet, then once a day, and when someone asks. Best is one that validates DNSSEC.",
    standard: "the resolvers of the machine",
    example: "192.0.2.53",
  },
  retentionHours: {
    name: "RETENTION_HOURS",
    schema: wholeNumber(1, 87_600).default(48),
    about: "Originals are deleted after this many hours. Stamped copies and certificates stay.",
  },
  maxUploadMb: {
    name: "MAX_UPLOAD_MB",
    schema: wholeNumber(1, 1024).default(50),
    about: "The largest upload, in megabytes.",
  },
  trustProxy: {
    name: "TRUST_PROXY",
    schema: trustedProxies.default(false),
    about:
      "The proxies between visitors and the server, each of which adds the address that it saw to X-Forwarded-For. `on`: one proxy, whose entry is the last. 2 to 10: that many. Networks, separated by commas, such as 10.0.0.0/8: the last address outside of them counts. See docs/install.md.",
  },
  signupDisabled: {
    name: "DISABLE_SIGNUP",
    schema: onOff.default(false),
    about: "`on`: registration is closed.",
  },
  requireSecondFactor: {
    name: "REQUIRE_SECOND_FACTOR",
    schema: z.enum(["off", "admins", "all"]).default("off"),
    about:
      "Who must have an authenticator app or a passkey: no one, `admins`, or `all`. Without one, they can only set it up after they sign in.",
  },
  signInProviders: {
    name: "SIGN_IN_PROVIDERS",
    schema: signInProvidersSetting.default([]),
    about:
      "Identity providers (OpenID Connect) with which people can sign in, as a list in JSON; best as `SIGN_IN_PROVIDERS_FILE=/etc/attestamp/providers.json`. See docs/signing-in-with-a-provider.md.",
    isSecret: true,
  },
  oidcIssuer: {
    name: "OIDC_ISSUER",
    schema: issuerSetting.optional(),
    about:
      "The short way to one identity provider (OpenID Connect): its address, to which `/.well-known/openid-configuration` is added. Needs the next two settings. It stands next to those in `SIGN_IN_PROVIDERS`; its id in the return address is `oidc`. See docs/signing-in-with-a-provider.md.",
    example: "https://id.example.org/realms/office",
  },
  oidcClientId: {
    name: "OIDC_CLIENT_ID",
    schema: optionalText,
    about: "What this provider calls the site.",
  },
  oidcClientSecret: {
    name: "OIDC_CLIENT_SECRET",
    schema: optionalText,
    about: "The site's secret at this provider; best as `OIDC_CLIENT_SECRET_FILE=/run/secrets/oidc`.",
    isSecret: true,
  },
  signInOnlyWithProviders: {
    name: "SIGN_IN_ONLY_WITH_PROVIDERS",
    schema: onOff.default(false),
    about:
      "`on`: these providers are the only way in. Passwords and passkeys no longer sign in, and an account is created only with a provider.",
  },
  backupDir: {
    name: "BACKUP_DIR",
    schema: optionalText,
    about:
      "The folder for scheduled backups, outside `DATA_DIR` and ideally on another disk. Without it, there are none. Backups share unchanged files.",
  },
  backupEveryHours: {
    name: "BACKUP_EVERY_HOURS",
    schema: wholeNumber(1, 8_760).default(24),
    about: "The hours between backups.",
  },
  backupKeep: {
    name: "BACKUP_KEEP",
    schema: wholeNumber(1, 1_000).default(7),
    about: "How many backups to keep.",
  },
  trialDocuments: {
    name: "TRIAL_DOCUMENTS",
    schema: trialDocuments.default(3),
    about:
      "How many documents each account stamps for free: a number, or `unlimited` on a server where only your own people have accounts.",
  },
  timeZone: {
    name: "TIME_ZONE",
    schema: timeZone.default(productTimeZone),
    about:
      "The zone of times on stamps and certificates, as the IANA time zone database names it, such as Europe/Madrid. Every account may choose another one. Documents that are stamped already keep theirs.",
  },
  credits: {
    name: "CREDITS",
    schema: z.enum(["display", "redeem"]).default("display"),
    about: "`display`: free credits are only shown. `redeem`: a user may pay for a document with one.",
  },
  converter: {
    name: "CONVERTER",
    schema: z.string().min(1).default("auto"),
    about:
      "Word documents. `auto`: use LibreOffice if it is installed; otherwise, print the command that installs it. `install`: run that command at startup (Debian and Ubuntu, as root). `off`: refuse Word documents, and do not offer them on the pages. Anything else: the path of soffice.",
  },
  extraTypes: {
    name: "EXTRA_TYPES",
    schema: onOff.default(false),
    about:
      "`on`: also accept HEIC, WebP, AVIF, GIF and BMP pictures, which become JPEG or PNG, and ODT, RTF and TXT documents, which LibreOffice converts to PDF.",
  },
  metricsToken: {
    name: "METRICS_TOKEN",
    schema: z.string().min(16, "Please use 16 characters or more").optional(),
    about:
      "Monitoring. `/metrics` answers requests that send this token, of 16 characters or more: `Authorization: Bearer TOKEN`.",
    isSecret: true,
  },
  tracingEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    schema: serverAddress("Please write http://… or https://…").optional(),
    about:
      "The address of an OpenTelemetry collector that takes OTLP over HTTP, without `/v1/traces`. It gets traces of requests, jobs, child processes and calls to the bucket. See docs/monitoring.md.",
    example: "http://127.0.0.1:4318",
  },
  tracingHeaders: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    schema: tracingHeaders.default({}),
    about:
      "Headers for every request to the collector, such as `authorization=Bearer%20TOKEN`: name=value, separated by commas, with the value in URL encoding.",
    isSecret: true,
  },
  logLevel: {
    name: "LOG_LEVEL",
    schema: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    about: "`debug`, `info`, `warn`, `error` or `silent`.",
  },
} satisfies Settings;
