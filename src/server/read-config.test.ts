import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { buildVerifier } from "../evidence/tlog/sign-note.ts";
import { printVerifierKey, signatureTypes } from "../evidence/tlog/signed-note.ts";
import { keyOf } from "../issuing/witnesses/test-witness.ts";
import { givenSettings, readConfig } from "./read-config.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a first start needs no setting", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: "0.0.0.0",
    origin: "http://localhost:3000",
    productName: "Attestamp",
    admin: undefined,
    retentionHours: 48,
    maxUploadBytes: 50 * 1024 * 1024,
    rateLimitFactor: 1,
    trustProxy: false,
    signupDisabled: false,
    requireSecondFactor: "off",
    credits: "display",
    backups: undefined,
    converter: "auto",
    extraTypes: false,
  });
});

test("three documents are free for every account, or as many as TRIAL_DOCUMENTS says, or all", () => {
  const limit = (TRIAL_DOCUMENTS: string) => readConfig({ TRIAL_DOCUMENTS }).plans.trial.documentLimit;
  expect([limit(""), limit("1"), limit("25"), limit("unlimited")]).toEqual([3, 1, 25, null]);
  expect(readConfig({ TRIAL_DOCUMENTS: "unlimited" }).plans.trial.features[0]).toBe("Unlimited documents");
  for (const wrong of ["0", "-1", "2.5", "many", "1000001"])
    expect(() => limit(wrong)).toThrow("TRIAL_DOCUMENTS: Please write a whole number");
});

test("stamps and certificates have Chicago time, or that of the zone that TIME_ZONE names", () => {
  const zone = (TIME_ZONE: string) => readConfig({ TIME_ZONE }).timeZone;
  expect([zone(""), zone("Europe/Madrid"), zone("UTC")]).toEqual(["America/Chicago", "Europe/Madrid", "UTC"]);
  for (const wrong of ["Madrid", "europe/madrid", "+01:00", "Europe/Madrid "])
    expect(() => zone(wrong)).toThrow(
      "TIME_ZONE: Please write a name of the IANA time zone database, such as Europe/Madrid",
    );
});

test("backups are made every day and kept for a week, outside the data folder", () => {
  const backups = readConfig({ BACKUP_DIR: "/backups" }).backups;
  expect(backups).toEqual({ folder: "/backups", everyHours: 24, keep: 7 });
  for (const BACKUP_DIR of ["/data", "/data/backups", "/data/x/../backups"])
    expect(() => readConfig({ DATA_DIR: "/data", BACKUP_DIR })).toThrow("BACKUP_DIR: is inside DATA_DIR");
  expect(readConfig({ DATA_DIR: "/data", BACKUP_DIR: "/data-backups" }).backups?.folder).toBe(
    "/data-backups",
  );
});

const bucket = {
  FILES_URL: "s3://documents/a/b/",
  S3_ENDPOINT: "http://store:9000/",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};

test("files are kept in the data folder, or in the bucket that FILES_URL names", () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig(bucket).s3).toEqual({
    endpoint: "http://store:9000",
    region: "us-east-1",
    bucket: "documents",
    prefix: "a/b/",
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  const plain = { ...bucket, FILES_URL: "s3://documents", S3_ENDPOINT: "", S3_REGION: "eu-west-1" };
  expect(readConfig(plain).s3).toMatchObject({ endpoint: undefined, region: "eu-west-1", prefix: "" });
});

test("inconsistent bucket settings are named in one message, without their values", () => {
  const { FILES_URL, ...rest } = bucket;
  const issues = (environment: Record<string, string>) => {
    expect(() => readConfig(environment)).toThrow();
    try {
      readConfig(environment);
    } catch (error) {
      return String(error instanceof Error && error.message)
        .split("\n  ")
        .slice(1);
    }
  };
  expect(issues({ FILES_URL })).toEqual(["FILES_URL: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY."]);
  expect(issues(rest)).toEqual([
    "S3_ENDPOINT: needs FILES_URL.",
    "S3_ACCESS_KEY_ID: needs FILES_URL.",
    "S3_SECRET_ACCESS_KEY: needs FILES_URL.",
  ]);
  for (const url of [
    "documents",
    "s3://",
    "s3://B",
    "s3://bucket/../keys",
    "s3://bucket/a//b",
    "s3://bucket/a b",
  ])
    expect(issues({ ...bucket, FILES_URL: url })).toEqual([
      "FILES_URL: Please write s3://bucket or s3://bucket/prefix",
    ]);
  expect(issues({ ...bucket, S3_ENDPOINT: "http://store/below" })).toEqual([
    "S3_ENDPOINT: Only scheme, host and port, please",
  ]);
});

test("rows are kept in the data folder, or in the PostgreSQL database of DATABASE_URL, which needs a bucket and a secret for the keys", () => {
  const KEYS_SECRET = "0123456789abcdef".repeat(2);
  expect(readConfig(bucket)).toMatchObject({ databaseUrl: undefined, keysSecret: undefined });
  for (const scheme of ["postgres", "postgresql"]) {
    const DATABASE_URL = `${scheme}://attestamp:hush@db.example.org/attestamp`;
    const config = readConfig({ ...bucket, DATABASE_URL, KEYS_SECRET });
    expect(config.databaseUrl).toBe(DATABASE_URL);
    expect(config.keysSecret).toEqual({ current: KEYS_SECRET, previous: undefined });
    expect(() => readConfig({ DATABASE_URL, KEYS_SECRET })).toThrow("DATABASE_URL: needs FILES_URL.");
    expect(() => readConfig({ ...bucket, DATABASE_URL })).toThrow("DATABASE_URL: needs KEYS_SECRET.");
    const backups = { BACKUP_DIR: "/backups" };
    expect(() => readConfig({ ...bucket, ...backups, DATABASE_URL })).toThrow(
      "BACKUP_DIR: does not work with",
    );
  }
  for (const DATABASE_URL of ["attestamp", "mysql://db/attestamp", "postgres://db", "postgres://db/"])
    expect(() => readConfig({ ...bucket, DATABASE_URL })).toThrow("DATABASE_URL: Please");
});

test("the secret that seals keys requires a database to store them in, and must have 32 bytes", () => {
  const KEYS_SECRET = "0123456789abcdef".repeat(2);
  expect(() => readConfig({ KEYS_SECRET })).toThrow("KEYS_SECRET: needs DATABASE_URL.");
  expect(() => readConfig({ KEYS_SECRET: KEYS_SECRET.slice(1) })).toThrow("32 bytes or more");
  expect(() => readConfig({ KEYS_SECRET_PREVIOUS: KEYS_SECRET })).toThrow("needs KEYS_SECRET.");
});

test("the public address follows the port by default, and never ends in a slash", () => {
  expect(readConfig({ PORT: "8080" }).origin).toBe("http://localhost:8080");
  expect(readConfig({ ORIGIN: "https://stamps.example.org/" }).origin).toBe("https://stamps.example.org");
});

test("the public address and the store's are as browsers write them: in lower case, without the default port", () => {
  const written = {
    "HTTPS://Stamps.Example.ORG": "https://stamps.example.org",
    "https://stamps.example.org:443/": "https://stamps.example.org",
    "http://stamps.example.org:80": "http://stamps.example.org",
    "https://stamps.example.org:8443": "https://stamps.example.org:8443",
    "https://st\u00e4mpel.example": "https://xn--stmpel-cua.example",
  };
  for (const [ORIGIN, origin] of Object.entries(written)) {
    expect(readConfig({ ORIGIN }).origin).toBe(origin);
    expect(readConfig({ ...bucket, S3_ENDPOINT: ORIGIN }).s3?.endpoint).toBe(origin);
  }
  for (const path of ["/below", "?a=b", "#there", "//"])
    expect(() => readConfig({ ORIGIN: `https://stamps.example.org${path}` })).toThrow("Only scheme, host");
  expect(() => readConfig({ ORIGIN: "https://jane:secret@stamps.example.org" })).toThrow("Only scheme, host");
});

test("the name in EHLO is the host of the public address; only this machine's name is left to the machine", () => {
  const ehloName = (settings: Record<string, string>) => readConfig(settings).smtpEhlo;
  expect(ehloName({ ORIGIN: "https://stamps.example.org:8443" })).toBe("stamps.example.org");
  expect(ehloName({ ORIGIN: "https://192.0.2.7" })).toBe("[192.0.2.7]");
  expect(ehloName({ ORIGIN: "https://[2001:db8::7]" })).toBe("[IPv6:2001:db8::7]");
  expect(ehloName({})).toBeUndefined();
  expect(ehloName({ SMTP_EHLO: "mx1.example.org" })).toBe("mx1.example.org");
  expect(ehloName({ SMTP_EHLO: "[192.0.2.8]" })).toBe("[192.0.2.8]");
  for (const SMTP_EHLO of ["mx1 example", "mx1\r\nMAIL FROM:<a@b.example>", "-", "[]"])
    expect(() => readConfig({ SMTP_EHLO })).toThrow("SMTP_EHLO: Please write");
});

test("SMTP_HELO_NAME, as earlier builds called SMTP_EHLO, is still read where the new name is not given", () => {
  const ehloName = (given: Record<string, string>) => readConfig(given).smtpEhlo;
  const earlier = { SMTP_HELO_NAME: "mx1.example.org" };
  expect(ehloName(earlier)).toBe("mx1.example.org");
  expect(ehloName({ ...earlier, SMTP_EHLO: "" })).toBe("mx1.example.org");
  expect(ehloName({ ...earlier, SMTP_EHLO: "mx2.example.org" })).toBe("mx2.example.org");
  const [shown] = givenSettings(earlier).filter(({ name }) => name === "SMTP_EHLO");
  expect(shown).toEqual({ name: "SMTP_EHLO", source: "environment", value: "mx1.example.org" });
});

test("certificates for the mail server must be readable", () => {
  const faulty = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
  for (const SMTP_CA of ["/etc/ssl/ca.pem", faulty])
    expect(() => readConfig({ SMTP_CA })).toThrow("SMTP_CA: Please provide certificates in PEM format");
});

test("proxies in front are a word, a number or networks", () => {
  expect(readConfig({ TRUST_PROXY: "off" }).trustProxy).toBe(false);
  expect(readConfig({ TRUST_PROXY: "on" }).trustProxy).toBe(1);
  expect(readConfig({ TRUST_PROXY: "2" }).trustProxy).toBe(2);
  expect(readConfig({ TRUST_PROXY: "10.0.0.0/8, 2001:db8::/32" }).trustProxy).toHaveLength(2);
  expect(() => readConfig({ TRUST_PROXY: "10.0.0.0/8, nginx" })).toThrow("TRUST_PROXY: Please write on, off");
});

test("addresses of the operator may have domains in any script", () => {
  const { mailFrom, supportEmail, admin } = readConfig({
    MAIL_FROM: "stamps@ex\u00e4mple.de",
    SUPPORT_EMAIL: "help@ex\u00e4mple.de",
    ADMIN_USERNAME: "boss",
    ADMIN_PASSWORD: "correct horse",
    ADMIN_EMAIL: "boss@ex\u00e4mple.de",
  });
  expect([mailFrom, supportEmail, admin?.email]).toEqual([
    "stamps@xn--exmple-cua.de",
    "help@xn--exmple-cua.de",
    "boss@xn--exmple-cua.de",
  ]);
});

test("all invalid values are reported in one message", () => {
  const faulty = {
    PORT: "99999",
    ORIGIN: "https://stamps.example.org/below",
    TRUST_PROXY: "perhaps",
    RATE_LIMIT_FACTOR: "-1",
    SMTP_URL_FILE: join(folder, "gone"),
  };
  for (const name of Object.keys(faulty)) expect(() => readConfig(faulty)).toThrow(`\n  ${name}: `);
});

test("an address without http:// is reported with all other errors, in one message", () => {
  const issues = (environment: Record<string, string>) => {
    try {
      readConfig(environment);
      return "none";
    } catch (error) {
      return error instanceof AppError ? error.message : error;
    }
  };
  expect(issues({ ORIGIN: "example.org" })).toBe(
    "These settings cannot be used:\n  ORIGIN: Please write http://… or https://…",
  );
  const several = { ORIGIN: "example.org", PORT: "0", ADMIN_USERNAME: "boss", ADMIN_PASSWORD: "abc" };
  expect(String(issues({ ...several, STRIPE_WEBHOOK_SECRET: "whsec_1" })).split("\n")).toEqual([
    "These settings cannot be used:",
    expect.stringMatching(/^ {2}PORT: /),
    "  ORIGIN: Please write http://… or https://…",
    "  ADMIN_PASSWORD: Administrators need a password of at least 12 characters",
    "  STRIPE_WEBHOOK_SECRET: needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.",
  ]);
});

test("an administrator password that is too short is refused with a message that names the setting [threat A20]", () => {
  expect(() => readConfig({ ADMIN_USERNAME: "boss", ADMIN_PASSWORD: "eleven char" })).toThrow(
    "\n  ADMIN_PASSWORD: Administrators need a password of at least 12 characters",
  );
  expect(() => readConfig({ ADMIN_USERNAME: "b", ADMIN_PASSWORD: "correct horse" })).toThrow(
    "\n  ADMIN_USERNAME: Username must be at least 3 characters",
  );
});

test("a webhook secret without Stripe's keys is an error", () => {
  expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: "whsec_1" })).toThrow("\n  STRIPE_WEBHOOK_SECRET: needs");
});

test("an administrator needs a name and a password", () => {
  expect(() => readConfig({ ADMIN_USERNAME: "boss" })).toThrow(
    "Set both ADMIN_USERNAME and ADMIN_PASSWORD, or neither",
  );
});

test("the administrator's address must be valid, and needs an administrator", () => {
  const admin = { ADMIN_USERNAME: "boss", ADMIN_PASSWORD: "correct horse" };
  expect(readConfig({ ...admin, ADMIN_EMAIL: "boss@example.org" }).admin?.email).toBe("boss@example.org");
  expect(() => readConfig({ ...admin, ADMIN_EMAIL: "boss" })).toThrow("\n  ADMIN_EMAIL: Invalid email");
  expect(() => readConfig({ ADMIN_EMAIL: "boss@example.org" })).toThrow(
    "\n  ADMIN_EMAIL: needs ADMIN_USERNAME and ADMIN_PASSWORD.",
  );
});

test("a secret can be read from a file", () => {
  const file = join(folder, "password");
  writeFileSync(file, "correct horse\n");
  const config = readConfig({ ADMIN_USERNAME: "boss", ADMIN_PASSWORD_FILE: file });
  expect(config.admin).toEqual({ username: "boss", password: "correct horse", email: undefined });
});

test("an empty value counts as not set", () => {
  expect(readConfig({ PORT: "", ORIGIN: "" }).port).toBe(3000);
});

test("payments need both keys; the other Stripe settings are optional", () => {
  const keys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  expect(readConfig({}).payments).toBeUndefined();
  expect(readConfig({ ...keys, STRIPE_TAX: "on" }).payments).toEqual({
    secretKey: "sk_test_1",
    publishableKey: "pk_test_1",
    webhookSecret: undefined,
    apiUrl: undefined,
    tax: true,
  });
  expect(() => readConfig({ STRIPE_SECRET_KEY: "sk_test_1" })).toThrow("or neither");
});

test("witnesses are verifier keys with addresses, and each key must be of the right kind", () => {
  const log = "other.example/log+3ad1a6c8+AQ==";
  const key = keyOf(7);
  const cosigner = printVerifierKey(buildVerifier("witness.example/w1", key, signatureTypes.cosignature));
  const other = printVerifierKey(buildVerifier("other.example/log", key));
  const { logWitnesses, witnessFor, otsCalendars } = readConfig({
    LOG_WITNESSES: `${cosigner} https://witness.example/\n${cosigner} http://localhost:1/w, `,
    WITNESS_FOR: `${other}, ${other}`,
    OTS_CALENDARS: "https://alice.example/ https://bob.example",
  });
  expect(logWitnesses.map(({ url }) => url)).toEqual(["https://witness.example", "http://localhost:1/w"]);
  expect(logWitnesses[0]?.key.name).toBe("witness.example/w1");
  expect(witnessFor.map(printVerifierKey)).toEqual([other, other]);
  expect(otsCalendars).toEqual(["https://alice.example", "https://bob.example"]);
  for (const [name, value] of [
    ["LOG_WITNESSES", cosigner],
    ["LOG_WITNESSES", `${cosigner} ftp://witness.example`],
    ["LOG_WITNESSES", `${other} https://witness.example`],
    ["WITNESS_FOR", cosigner],
    ["WITNESS_FOR", log],
    ["OTS_CALENDARS", "alice.example"],
  ] as const) {
    expect(() => readConfig({ [name]: value })).toThrow(`\n  ${name}`);
  }
});
