import { isIP } from "node:net";
import { z } from "zod";
import { registerSchema } from "../features/accounts/accounts.schema.ts";
import { adminPasswordSchema } from "../features/accounts/admin-passwords.ts";
import { signInProvidersSetting } from "../features/accounts/providers/provider-settings.ts";
import { certificates, heloName } from "../features/mail/smtp-settings.ts";
import { isTimeZone, productTimeZone } from "../formats/stamp/stamp.ts";
import { withAsciiDomain } from "../formats/text/ascii-domain.ts";
import { tsaHeaders } from "../issuing/tsa/tsa-access.ts";
import { anchorsSetting } from "../issuing/witnesses/anchor-settings.ts";
import {
  addresses,
  addressesWithoutSlash,
  logKeys,
  witnesses,
} from "../issuing/witnesses/witness-settings.ts";
import { parseFilesUrl } from "../platform/files/s3-settings.ts";
import { parseTracingHeaders } from "../platform/tracing/tracing-settings.ts";
import { maxProxies, readTrustedProxies } from "../platform/trusted-proxies.ts";

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const keysSecret = z
  .string()
  .refine((secret) => Buffer.byteLength(secret) >= 32, "Please use 32 bytes or more");
const optional = z.string().min(1).optional();
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
/** An address of a server, as browsers write it: in lower case, and without the port that the scheme implies. */
const serverAddress = (error: string) =>
  z
    .url({ protocol: /^https?$/, error, abort: true })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, "Only scheme, host and port, please")
    .transform((url) => new URL(url).origin);
const emailAddress = z.string().overwrite(withAsciiDomain).check(z.email("Invalid email"));
/** One of the operator's web pages, to be opened in a browser. */
const pageAddress = z.url({ protocol: /^https?$/, error: "Please write https://…" }).optional();

type Description = {
  /** What the setting means: the sentences of .env.example and of docs/settings.md, with code in backticks. */
  about: string;
  /** What holds without it, if that is not a fixed value. */
  standard?: string;
  example?: string;
  /** The value is never shown. */
  isSecret?: true;
};

const descriptions = new Map<z.ZodType, Description>();

function described<Setting extends z.ZodType>(
  setting: Setting,
  about: string,
  more: Omit<Description, "about"> = {},
): Setting {
  const own = setting.clone();
  descriptions.set(own, { about, ...more });
  return own;
}

/** Every setting with its meaning and its default, in the order of .env.example. All are optional. */
export const settings = z.object({
  PORT: described(wholeNumber(1, 65_535).default(3000), "The port where the server listens."),
  HOST: described(
    z.string().min(1).default("0.0.0.0"),
    "The address where it listens; 127.0.0.1 accepts connections from this machine only.",
  ),
  ORIGIN: described(
    serverAddress("Please write http://… or https://…").optional(),
    "The public address. Every link and QR code contains it, so set it before you stamp the first document. With https, cookies become Secure.",
    { standard: "http://localhost:PORT" },
  ),
  DATA_DIR: described(
    z.string().min(1).default("./storage"),
    "The folder for everything that changes: database, documents, keys (docs/backup-and-restore.md).",
  ),
  DATABASE_URL: described(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: "Please write postgres://user:password@host/database",
        abort: true,
      })
      .refine((url) => new URL(url).pathname.length > 1, "Please name the database: postgres://…/attestamp")
      .optional(),
    "A PostgreSQL database (15 or newer) for the rows, instead of SQLite in `DATA_DIR`. The server creates its tables. Needs `FILES_URL`; read docs/scaling.md before you change it.",
    { example: "postgres://user:password@host/database" },
  ),
  FILES_URL: described(
    z
      .string()
      .refine((url) => parseFilesUrl(url) !== undefined, "Please write s3://bucket or s3://bucket/prefix")
      .optional(),
    "A bucket for the documents, instead of `DATA_DIR`, on Amazon S3 or any store that is compatible with it: `s3://bucket` or `s3://bucket/prefix`. The server creates the bucket if it does not exist. Read docs/scaling.md before you change it.",
    { example: "s3://bucket" },
  ),
  S3_ENDPOINT: described(
    serverAddress("Please write https://… or http://…").optional(),
    "The address of the store.",
    { standard: "Amazon's for the region", example: "https://s3.example.org" },
  ),
  S3_REGION: described(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, "Please write a region such as us-east-1")
      .default("us-east-1"),
    "The region of the bucket.",
  ),
  S3_ACCESS_KEY_ID: described(optional, "The credentials for the bucket; required with `FILES_URL`."),
  S3_SECRET_ACCESS_KEY: described(optional, "The secret half of these credentials.", { isSecret: true }),
  KEYS_SECRET: described(
    keysSecret.optional(),
    "Seals the signing keys in the database, so that all servers share them (docs/scaling.md). 32 bytes or more: `openssl rand -base64 48`",
    { isSecret: true },
  ),
  KEYS_SECRET_PREVIOUS: described(keysSecret.optional(), "While you change it: the old `KEYS_SECRET`.", {
    isSecret: true,
  }),
  PRODUCT_NAME: described(
    z.string().trim().min(1).max(40).default("Attestamp"),
    "The name on pages, stamps and certificates.",
  ),
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
  TSA_URLS: described(
    addresses.default([]),
    "External time-stamp authorities (RFC 3161) that time-stamp every document when it is stamped, tried in this order, separated by commas. Without one, that is done by the clock of this server. They replace the listed authorities of `ANCHORS=on`.",
  ),
  TSA_HEADERS: described(
    tsaHeaders.default([]),
    "Headers that authorities in `TSA_URLS` require, such as API keys: `HOST NAME: VALUE`, each in a line of its own; best as `TSA_HEADERS_FILE`. Each goes only to its host, by https. A user name and password can stand in the address instead (docs/qualified-timestamps.md).",
    { isSecret: true, example: "tsa.example.org X-Api-Key: 3f9c…" },
  ),
  TSA_CLIENT_CERTIFICATE: described(
    certificates.optional(),
    "The certificate (PEM) with which this server identifies itself to the authorities in `TSA_URLS` that ask for one; best as `TSA_CLIENT_CERTIFICATE_FILE`.",
  ),
  TSA_CLIENT_KEY: described(
    z
      .string()
      .refine((pem) => pem.includes("PRIVATE KEY-----"), "Please provide the key in PEM format")
      .optional(),
    "The key of this certificate (PEM); best as `TSA_CLIENT_KEY_FILE`.",
    { isSecret: true },
  ),
  TRUSTED_LISTS: described(
    addresses.default([]),
    "Trusted lists of states (XML), which say which authorities are qualified, separated by commas. They are fetched every day (docs/qualified-timestamps.md).",
    { example: "https://tsl.example.eu/list.xml" },
  ),
  TRUSTED_LIST_SIGNERS: described(
    certificates.optional(),
    "The certificates (PEM) of those who may have signed these lists, each for the state in it or in a line such as `# territory ES` above it; best as `TRUSTED_LIST_SIGNERS_FILE`.",
  ),
  TSA_ROOTS: described(
    z
      .string()
      .refine(
        (pem) => pem.includes("-----BEGIN CERTIFICATE-----"),
        "Please provide certificates in PEM format",
      )
      .optional(),
    "Root certificates (PEM) of authorities that computers do not trust by default; best as `TSA_ROOTS_FILE`.",
  ),
  ANCHORS: described(
    anchorsSetting.default("on"),
    "Who confirms the head of the public log: every hour in which it has grown, they get its hash, which says nothing about any document. `on`: the public calendars, block explorers and authorities that docs/security.md lists. `off`: only those whom other settings name. Or a list of your own, separated by commas, such as `calendar https://ots.example.org, authority https://tsa.example.org`.",
  ),
  OTS_CALENDARS: described(
    addressesWithoutSlash.default([]),
    "OpenTimestamps calendars (not pools, which forward requests), separated by commas. They anchor the public log in Bitcoin. They replace the listed calendars of `ANCHORS=on`.",
    { example: "https://alice.btc.calendar.opentimestamps.org" },
  ),
  BITCOIN_EXPLORERS: described(
    addressesWithoutSlash.default([]),
    "The APIs of block explorers (Esplora), tried in this order. Evidence packs get the headers of the blocks that calendars name from there, without which no one can confirm them. They replace the listed explorers of `ANCHORS=on`.",
    { example: "https://blockstream.info/api" },
  ),
  WATCH: described(
    addressesWithoutSlash.default([]),
    "Addresses of other Attestamp servers, separated by commas, whose public logs this server looks at every hour, as `attestamp monitor` does. An alarm is in the server's log, in `/api/ready` and in the admin portal. Two servers can watch each other.",
    { example: "https://stamps.example.net" },
  ),
  LOG_WITNESSES: described(
    witnesses.default([]),
    "Witnesses that cosign the public log (c2sp.org/tlog-witness), each as verifier key, space and address, separated by commas.",
  ),
  WITNESS_FOR: described(
    logKeys.default([]),
    "Verifier keys of other logs that this server cosigns at `/evidence/witness/add-checkpoint`; its own key is at `/evidence/witness/vkey`.",
  ),
  SEAL_FORMAT: described(
    z.enum(["pades", "pkcs7"]).default("pades"),
    "The format of seals in PDF files: `pades`, or `pkcs7` for viewers that know only `adbe.pkcs7.detached`, such as Firefox.",
  ),
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
});

export type Settings = z.infer<typeof settings>;

export const settingNames = Object.keys(settings.shape);

export const describedSettings: readonly (Description & { name: string })[] = Object.entries(
  settings.shape,
).map(([name, setting]) => ({ name, about: "", ...descriptions.get(setting) }));

export const secretSettings: ReadonlySet<string> = new Set(
  describedSettings.filter(({ isSecret }) => isSecret).map(({ name }) => name),
);
