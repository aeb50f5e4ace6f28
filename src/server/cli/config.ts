import { AppError } from "../../errors.ts";
import { tryDiscovery } from "../../features/accounts/providers/open-id.ts";
import type { Config, PaymentSettings } from "../../features/config.ts";
import { trySmtpLogin } from "../../features/mail/smtp.ts";
import { hasUnusedPart } from "../../features/mail/smtp-settings.ts";
import { issuingSettings } from "../../issuing/settings.ts";
import { externalRoots } from "../../issuing/tsa/external-roots.ts";
import { requestToken } from "../../issuing/tsa/external-tsa.ts";
import { noTsaAccess } from "../../issuing/tsa/tsa-access.ts";
import { rootsOf } from "../../issuing/witnesses/anchor-authorities.service.ts";
import { openExplorer } from "../../issuing/witnesses/block-explorer.ts";
import { submitToCalendar } from "../../issuing/witnesses/opentimestamps.service.ts";
import { type GivenSetting, givenSettings } from "../read-config.ts";
import { readServerConfig } from "../read-server-config.ts";
import { emailSettings, secretSettings } from "../settings.ts";

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
    "SMTP_URL: has something after the host and the port, which has no effect. For a mail server with a certificate of your own, set SMTP_CA_FILE; for the name in EHLO, SMTP_EHLO.",
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

/**
 * Signs in to the mail server, and asks identity providers, authorities, calendars and explorers. Log witnesses are not
 * asked.
 */
async function findConnectionIssues(config: Config): Promise<string[]> {
  const { smtpUrl, smtpEhlo: ehloName, smtpRoots: roots } = config;
  const issues: string[] = [];
  if (smtpUrl) {
    const error = await trySmtpLogin({ url: smtpUrl, ehloName, roots }, timeouts).then(
      () => undefined,
      String,
    );
    if (error !== undefined) issues.push(`SMTP_URL: ${error}`);
  }
  return [...issues, ...(await findSilentProviders(config)), ...(await findSilentAnchors(config))];
}

/** Reads the description of each identity provider. */
async function findSilentProviders({ signInProviders }: Config): Promise<string[]> {
  const asked = signInProviders.map(async (provider) => [provider, await tryDiscovery(provider)] as const);
  return (await Promise.all(asked)).flatMap(([{ setting, id }, error]) =>
    error === undefined ? [] : [`${setting}: ${id}: ${error}`],
  );
}

type Asked = { kind: string; url: string; setting: string; error: string | undefined };

/**
 * Asks everyone about times: they get random bytes, which commit this server to nothing. While one of a kind answers,
 * the silence of others is only printed.
 */
async function findSilentAnchors(config: Config): Promise<string[]> {
  const asked = await askAnchors(config);
  return Object.values(Object.groupBy(asked, ({ kind }) => kind)).flatMap((ofKind = []) => {
    const failures = ofKind.flatMap(({ url, setting, error }) =>
      error === undefined ? [] : [`${setting}: ${new URL(url).host}: ${error}`],
    );
    if (failures.length === ofKind.length) return failures;
    for (const failure of failures) console.log(`warning: ${failure}. Others of its kind answer.`);
    return [];
  });
}

async function askAnchors(config: Config): Promise<Asked[]> {
  const { tsaUrls, tsaAccess, tsaRoots, anchorAuthorities, otsCalendars, bitcoinExplorers } = config;
  const digest = crypto.getRandomValues(new Uint8Array(32));
  const signal = AbortSignal.timeout(timeouts.answer);
  const accepted = externalRoots(tsaRoots);
  const own = {
    OTS_CALENDARS: listGiven(issuingSettings.otsCalendars),
    BITCOIN_EXPLORERS: listGiven(issuingSettings.bitcoinExplorers),
  };
  const sourceOf = (url: string, setting: keyof typeof own) =>
    own[setting].includes(url) ? setting : "ANCHORS";
  const stamp = (url: string, roots: Parameters<typeof requestToken>[2], access = noTsaAccess) =>
    requestToken(url, digest, roots, timeouts.answer, { access });
  return Promise.all(
    [
      ...tsaUrls.map((url) => ({
        kind: "authority of documents",
        url,
        setting: "TSA_URLS",
        answer: stamp(url, accepted(), tsaAccess),
      })),
      ...anchorAuthorities.map((url) => ({
        kind: "authority",
        url,
        setting: "ANCHORS",
        answer: stamp(url, rootsOf(url) ?? accepted()),
      })),
      ...otsCalendars.map((url) => ({
        kind: "calendar",
        url,
        setting: sourceOf(url, "OTS_CALENDARS"),
        answer: submitToCalendar(url, digest, signal),
      })),
      ...bitcoinExplorers.map((url) => ({
        kind: "explorer",
        url,
        setting: sourceOf(url, "BITCOIN_EXPLORERS"),
        answer: openExplorer(url, signal),
      })),
    ].map(async ({ answer, ...one }) => {
      const given = await answer;
      return { ...one, error: "error" in given ? given.error : undefined };
    }),
  );
}

/** The addresses that a setting names, as they are asked. */
function listGiven({ name, schema }: typeof issuingSettings.otsCalendars): string[] {
  const given = givenSettings().find((setting) => setting.name === name);
  return schema.parse(given?.value ?? "");
}

const longest = 80;

/**
 * One line for a setting: its name, its value and the source of the value. Without secrets, and without user and query
 * of an address.
 */
export function describeSetting({ name, source, value }: GivenSetting): string {
  const shown = secretSettings.has(name) && value !== "" ? "(not shown)" : shorten(plainly(name, value));
  return `${name.padEnd(24)} ${shown.padEnd(32)} ${typeof source === "string" ? source : source.file}`;
}

const plainly = (name: string, value: string) => (emailSettings.has(name) ? value : withoutSecrets(value));

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
