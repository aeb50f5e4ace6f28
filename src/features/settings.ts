import { isIP } from "node:net";
import { z } from "zod";
import { isTimeZone, productTimeZone } from "../formats/stamp/stamp.ts";
import { withAsciiDomain } from "../formats/text/ascii-domain.ts";
import { described } from "../platform/setting.ts";
import { certificates, onOff, optional, serverAddress, wholeNumber } from "../platform/setting-values.ts";
import { parseTracingHeaders } from "../platform/tracing/tracing-settings.ts";
import { maxProxies, readTrustedProxies } from "../platform/trusted-proxies.ts";
import { registerSchema } from "./accounts/accounts.schema.ts";
import { adminPasswordSchema } from "./accounts/admin-passwords.ts";
import { signInProvidersSetting } from "./accounts/providers/provider-settings.ts";
import { heloName } from "./mail/smtp-settings.ts";

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
  ADMIN_USERNAME: described(
    registerSchema.shape.username.optional(),
    "An administrator to create at startup. Needs `ADMIN_PASSWORD`.",
  ),
  ADMIN_PASSWORD: described(
    adminPasswordSchema.optional(),
    "This administrator's password, of 12 characters or more.",
    { isSecret: true },
  ),
  ADMIN_EMAIL: described(
    emailAddress.max(255, "Email too long").optional(),
    "This administrator's address for password resets; it counts as confirmed.",
  ),
  SMTP_URL: described(
    z.url({ protocol: /^smtps?$/, error: "Please write smtp://… or smtps://…" }).optional(),
    "The mail server. Without it, emails are written to `DATA_DIR/outbox`. `smtp://` uses TLS if the server offers it, and requires it if a password is sent to another machine. Try it with `attestamp mail test ADDRESS`.",
    { example: "smtps://user:password@mail.example.org:465" },
  ),
  SMTP_HELO_NAME: described(
    heloName.optional(),
    "The server's name in EHLO, which some mail servers look up.",
    { standard: "the host of `ORIGIN`" },
  ),
  SMTP_CA: described(
    certificates.optional(),
    "Certificates (PEM) that may vouch for the mail server, besides public ones; best as `SMTP_CA_FILE=/etc/ssl/internal-ca.pem`.",
  ),
  MAIL_FROM: described(emailAddress.optional(), "The sender of emails.", {
    standard: "no-reply@ the host of `ORIGIN`",
  }),
  SUPPORT_EMAIL: described(
    emailAddress.optional(),
    "Receives support tickets and messages, and is the contact in `/.well-known/security.txt`.",
  ),
  PRIVACY_URL: described(pageAddress, "Your Privacy Policy. The footer of every page links to it.", {
    example: "https://example.org/privacy",
  }),
  TERMS_URL: described(pageAddress, "Your Terms of Service, in the same way.", {
    example: "https://example.org/terms",
  }),
  STRIPE_SECRET_KEY: described(
    optional,
    "Card payments. Without this key and the next one, no one can pay, and everything else works.",
    { isSecret: true },
  ),
  STRIPE_PUBLISHABLE_KEY: described(optional, "The key that Stripe's part of the page uses."),
  STRIPE_WEBHOOK_SECRET: described(
    optional,
    "The signing secret of the Stripe endpoint `ORIGIN/api/stripe/webhook`. Without it, events are refused.",
    { isSecret: true },
  ),
  STRIPE_API_URL: described(
    z.url({ protocol: /^https?$/ }).optional(),
    "The address of a fake Stripe, for tests.",
  ),
  STRIPE_TAX: described(
    onOff.default(false),
    "`on`: Stripe calculates the taxes on taxable plans. Set up Stripe Tax in your account first.",
  ),
};

/** What the server does for its users: its limits, sign-in, backups, documents and monitoring. */
export const serviceSettings = {
  WEBHOOK_PRIVATE: described(
    onOff.default(false),
    "`on`: webhooks may also use `http://`, any port and private addresses. Every user can then make the server send requests into its network. For tests and for networks of your own.",
  ),
  DNS_SERVER: described(
    resolverAddress.optional(),
    "The DNS resolver that the server asks for the records with which offices prove their domains: an IP address, and a port unless it is 53. It is asked every hour for the first two days of a domain that is not verified yet, then once a day, and when someone asks. Best is one that validates DNSSEC.",
    { standard: "the resolvers of the machine", example: "192.0.2.53" },
  ),
  RETENTION_HOURS: described(
    wholeNumber(1, 87_600).default(48),
    "Originals are deleted after this many hours. Stamped copies and certificates stay.",
  ),
  MAX_UPLOAD_MB: described(wholeNumber(1, 1024).default(50), "The largest upload, in megabytes."),
  RATE_LIMIT_FACTOR: described(
    z.coerce.number().positive().default(1),
    "Multiplies every limit per account and per address.",
  ),
  TRUST_PROXY: described(
    trustedProxies.default(false),
    "The proxies between visitors and the server, each of which adds the address that it saw to X-Forwarded-For. `on`: one proxy, whose entry is the last. 2 to 10: that many. Networks, separated by commas, such as 10.0.0.0/8: the last address outside of them counts. See docs/install.md.",
  ),
  DISABLE_SIGNUP: described(onOff.default(false), "`on`: registration is closed."),
  REQUIRE_SECOND_FACTOR: described(
    z.enum(["off", "admins", "all"]).default("off"),
    "Who must have an authenticator app or a passkey: no one, `admins`, or `all`. Without one, they can only set it up after they sign in.",
  ),
  SIGN_IN_PROVIDERS: described(
    signInProvidersSetting.default([]),
    "Identity providers (OpenID Connect) with which people can sign in, as a list in JSON; best as `SIGN_IN_PROVIDERS_FILE=/etc/attestamp/providers.json`. See docs/signing-in-with-a-provider.md.",
    { isSecret: true },
  ),
  SIGN_IN_ONLY_WITH_PROVIDERS: described(
    onOff.default(false),
    "`on`: these providers are the only way in. Passwords and passkeys no longer sign in, and an account is created only with a provider.",
  ),
  BACKUP_DIR: described(
    optional,
    "The folder for scheduled backups, outside `DATA_DIR` and ideally on another disk. Without it, there are none. Backups share unchanged files.",
  ),
  BACKUP_EVERY_HOURS: described(wholeNumber(1, 8_760).default(24), "The hours between backups."),
  BACKUP_KEEP: described(wholeNumber(1, 1_000).default(7), "How many backups to keep."),
  TRIAL_DOCUMENTS: described(
    trialDocuments.default(3),
    "How many documents each account stamps for free: a number, or `unlimited` on a server where only your own people have accounts.",
  ),
  TIME_ZONE: described(
    timeZone.default(productTimeZone),
    "The zone of times on stamps and certificates, as the IANA time zone database names it, such as Europe/Madrid. Every account may choose another one. Documents that are stamped already keep theirs.",
  ),
  CREDITS: described(
    z.enum(["display", "redeem"]).default("display"),
    "`display`: free credits are only shown. `redeem`: a user may pay for a document with one.",
  ),
  CONVERTER: described(
    z.string().min(1).default("auto"),
    "Word documents. `auto`: use LibreOffice if it is installed; otherwise, print the command that installs it. `install`: run that command at startup (Debian and Ubuntu, as root). `off`: refuse Word documents. Anything else: the path of soffice.",
  ),
  EXTRA_TYPES: described(
    onOff.default(false),
    "`on`: also accept HEIC, WebP, AVIF, GIF and BMP pictures, which become JPEG or PNG, and ODT, RTF and TXT documents, which LibreOffice converts to PDF.",
  ),
  METRICS_TOKEN: described(
    z.string().min(16, "Please use 16 characters or more").optional(),
    "Monitoring. `/metrics` answers requests that send this token, of 16 characters or more: `Authorization: Bearer TOKEN`.",
    { isSecret: true },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: described(
    serverAddress("Please write http://… or https://…").optional(),
    "The address of an OpenTelemetry collector that takes OTLP over HTTP, without `/v1/traces`. It gets traces of requests, jobs, child processes and calls to the bucket. See docs/monitoring.md.",
    { example: "http://127.0.0.1:4318" },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: described(
    tracingHeaders.default({}),
    "Headers for every request to the collector, such as `authorization=Bearer%20TOKEN`: name=value, separated by commas, with the value in URL encoding.",
    { isSecret: true },
  ),
  LOG_LEVEL: described(
    z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    "`debug`, `info`, `warn`, `error` or `silent`.",
  ),
};
