import { AppError } from "../../errors.ts";
import type { Config, PaymentSettings } from "../../features/config.ts";
import { trySmtpLogin } from "../../features/mail/smtp.ts";
import { hasUnusedPart } from "../../features/mail/smtp-settings.ts";
import { externalRoots } from "../../issuing/tsa/external-roots.ts";
import { requestToken } from "../../issuing/tsa/external-tsa.ts";
import { rootsOf } from "../../issuing/witnesses/anchor-authorities.service.ts";
import { openExplorer } from "../../issuing/witnesses/block-explorer.ts";
import { submitToCalendar } from "../../issuing/witnesses/opentimestamps.service.ts";
import { type GivenSetting, givenSettings } from "../read-config.ts";
import { readServerConfig } from "../read-server-config.ts";
import { secretSettings } from "../settings.ts";

const timeouts = { connect: 10_000, answer: 10_000 };

/**
 * Prints every setting and its source, without secrets, and all errors. Changes nothing; connects to other machines
 * only with `connect`. Throws AppError with all errors.
 */
export async function checkConfig(connect: boolean): Promise<void> {
  for (const setting of givenSettings()) console.log(describeSetting(setting));
  const read = readServerConfig();
  externalRoots(read.tsaRoots);
  const issues = [
    ...findMailIssues(read),
    ...findKeyIssues(read.payments),
    ...(connect ? await findConnectionIssues(read) : []),
  ];
  if (issues.length > 0) {
    throw new AppError("invalid", "settings-wrong", "These settings are wrong:\n  {issues}", {
      params: { issues: issues.join("\n  ") },
    });
  }
  console.log("\nThe server can start with these settings.");
}

/** Without the part itself, which may be a secret. */
function findMailIssues({ smtpUrl }: Pick<Config, "smtpUrl">): string[] {
  if (smtpUrl === undefined || !hasUnusedPart(smtpUrl)) return [];
  return [
    "SMTP_URL: has something after the host and the port, which has no effect. For a mail server with a certificate of your own, set SMTP_CA_FILE; for the name in EHLO, SMTP_HELO_NAME.",
  ];
}

/** Checks the format of the keys; only Stripe knows whether they are valid. */
function findKeyIssues(payments: PaymentSettings | undefined): string[] {
  if (!payments) return [];
  const { secretKey, publishableKey, webhookSecret } = payments;
  const issues: string[] = [];
  const secret = /^(?:sk|rk)_(test|live)_/.exec(secretKey);
  const published = /^pk_(test|live)_/.exec(publishableKey);
  if (!secret) issues.push("STRIPE_SECRET_KEY: begins with sk_test_, sk_live_, rk_test_ or rk_live_.");
  if (!published) issues.push("STRIPE_PUBLISHABLE_KEY: begins with pk_test_ or pk_live_.");
  if (secret && published && secret[1] !== published[1]) {
    issues.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for tests, the other is not.");
  }
  if (webhookSecret && !webhookSecret.startsWith("whsec_")) {
    issues.push("STRIPE_WEBHOOK_SECRET: begins with whsec_.");
  }
  return issues;
}

/** Signs in to the mail server, and asks authorities, calendars and explorers. Log witnesses are not asked. */
async function findConnectionIssues(config: Config): Promise<string[]> {
  const { smtpUrl, smtpHeloName: heloName, smtpRoots: roots } = config;
  const issues: string[] = [];
  if (smtpUrl) {
    const error = await trySmtpLogin({ url: smtpUrl, heloName, roots }, timeouts).then(
      () => undefined,
      String,
    );
    if (error !== undefined) issues.push(`SMTP_URL: ${error}`);
  }
  return [...issues, ...(await findSilentAnchors(config))];
}

/** Everyone who is asked about times: they get random bytes, which commit this server to nothing. */
async function findSilentAnchors(config: Config): Promise<string[]> {
  const { tsaUrls, tsaRoots, anchorAuthorities, otsCalendars, bitcoinExplorers } = config;
  const digest = crypto.getRandomValues(new Uint8Array(32));
  const signal = AbortSignal.timeout(timeouts.answer);
  const accepted = externalRoots(tsaRoots);
  const authorities = [
    ...tsaUrls.map((url) => ({ url, setting: "TSA_URLS", roots: accepted() })),
    ...anchorAuthorities.map((url) => ({ url, setting: "ANCHORS", roots: rootsOf(url) ?? accepted() })),
  ];
  const answers = [
    ...authorities.map(async ({ url, setting, roots }) => ({
      ...{ url, setting, answer: await requestToken(url, digest, roots, timeouts.answer) },
    })),
    ...otsCalendars.map(async (url) => ({
      ...{ url, setting: "OTS_CALENDARS", answer: await submitToCalendar(url, digest, signal) },
    })),
    ...bitcoinExplorers.map(async (url) => ({
      ...{ url, setting: "BITCOIN_EXPLORERS", answer: await openExplorer(url, signal) },
    })),
  ];
  return (await Promise.all(answers)).flatMap(({ url, setting, answer }) =>
    "error" in answer ? [`${setting}: ${new URL(url).host}: ${answer.error}`] : [],
  );
}

/** Email addresses: the part before the @ is not secret. */
const mailAddresses = new Set(["MAIL_FROM", "SUPPORT_EMAIL"]);
const longest = 80;

/**
 * One line for a setting: its name, its value and the source of the value. Without secrets, and without user and query
 * of an address.
 */
export function describeSetting({ name, source, value }: GivenSetting): string {
  const shown = secretSettings.has(name) && value !== "" ? "(not shown)" : shorten(plainly(name, value));
  return `${name.padEnd(24)} ${shown.padEnd(32)} ${typeof source === "string" ? source : source.file}`;
}

const plainly = (name: string, value: string) => (mailAddresses.has(name) ? value : withoutSecrets(value));

function shorten(value: string): string {
  const plain = value.replace(/\p{Cc}+/gu, " ");
  if (plain === "") return "–";
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

/**
 * Drops everything before the last @ and after a question mark, where addresses contain passwords and keys. Also for
 * malformed addresses: those are the ones that operators show to others.
 */
function withoutSecrets(value: string): string {
  const [scheme = ""] = /^\s*[a-z][a-z+.-]*:\/\//i.exec(value) ?? [];
  const host = value.slice(value.lastIndexOf("@") + 1);
  const shown = host.length < value.length ? `${scheme}(not shown)@${host}` : value;
  return shown.replace(/\?.*$/s, "?(not shown)");
}
