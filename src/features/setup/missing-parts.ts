import type { Message } from "../../errors.ts";
import { independentWitnesses } from "../../issuing/witnesses/independent-witnesses.ts";
import type { Config } from "../config.ts";
import type { SetupPart } from "./setup.output.schema.ts";

/** A part that the operator has not set up: what does not work, and what to do. */
export type MissingPart = { part: SetupPart; issue: Message; advice: Message };

/** What a server does without, by its settings. `doctor` prints it, and the admin portal shows it. */
export function findMissingParts(config: Config): MissingPart[] {
  const { smtpUrl, backups, databaseUrl, payments } = config;
  const { documentLimit } = config.plans.trial;
  return [
    ...findAddressIssue(config),
    ...(independentWitnesses(config).length > 0 ? [] : [noAnchors]),
    ...(smtpUrl === undefined ? [noMail] : []),
    // On PostgreSQL, backups are those of the database and the bucket.
    ...(backups === undefined && databaseUrl === undefined ? [noBackups] : []),
    ...(payments === undefined && documentLimit !== null ? [stopsAfter(documentLimit)] : []),
  ];
}

function findAddressIssue({ origin }: Pick<Config, "origin">): MissingPart[] {
  const { protocol, hostname } = new URL(origin);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) {
    return [
      {
        part: "address",
        issue: {
          code: "setup-local-address",
          text: "links and QR codes lead to {origin}",
          params: { origin },
        },
        advice: {
          code: "setup-local-address-advice",
          text: "Set ORIGIN before the first document is stamped: every QR code contains it permanently.",
        },
      },
    ];
  }
  if (protocol === "https:") return [];
  return [
    {
      part: "address",
      issue: {
        code: "setup-no-https",
        text: "passwords and documents travel unencrypted: ORIGIN is {origin}",
        params: { origin },
      },
      advice: {
        code: "setup-no-https-advice",
        text: "Put a proxy with a certificate in front (docs/install.md), and set ORIGIN to its https address.",
      },
    },
  ];
}

const noAnchors: MissingPart = {
  part: "anchors",
  issue: {
    code: "setup-no-anchors",
    text: "no public time-stamp authority or witness, and no calendar with a block explorer, is set",
  },
  advice: {
    code: "setup-no-anchors-advice",
    text: "Set ANCHORS=on (docs/settings.md), or TSA_URLS to a public time-stamp authority. Until then, every verifier says that only this server vouches for its times.",
  },
};

const noMail: MissingPart = {
  part: "mail",
  issue: {
    code: "setup-no-mail",
    text: "no mail server is set: emails are written to the folder outbox",
  },
  advice: { code: "setup-no-mail-advice", text: "Set SMTP_URL; `mail test ADDRESS` then tries it." },
};

const noBackups: MissingPart = {
  part: "backups",
  issue: { code: "setup-no-backups", text: "nothing is backed up: if the disk fails, everything is lost" },
  advice: {
    code: "setup-no-backups-advice",
    text: "Set BACKUP_DIR to a folder on another disk, or run `backup FOLDER` regularly (docs/backup-and-restore.md).",
  },
};

const stopsAfter = (documents: number): MissingPart => ({
  part: "payments",
  issue: {
    code: "setup-no-payments",
    text: "payments are not set up: an account stamps {documents} documents and then stops",
    params: { documents },
  },
  advice: {
    code: "setup-no-payments-advice",
    text: "If only your own people have accounts, set TRIAL_DOCUMENTS=unlimited. Otherwise, set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.",
  },
});
