import { accessSync, constants, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newestMigration } from "../../../db/upgrade.ts";
import { say } from "../../errors.ts";
import { checkClock } from "../../issuing/tsa/clock.service.ts";
import { requireFreeSpace } from "../../platform/files/folders.ts";
import { findChildSandbox, sandboxWarning } from "../../platform/jobs/child-sandbox.ts";
import { equationsWarning, findLibreOffice } from "../../platform/office/find-libreoffice.ts";
import { installCommand } from "../../platform/office/install-libreoffice.ts";
import { officeSandboxWarning } from "../../platform/office/sandbox.ts";
import { programName } from "../../program-info.ts";
import { tryDiscovery } from "../accounts/providers/open-id.ts";
import type { Config } from "../config.ts";
import { findMissingParts } from "../setup/missing-parts.ts";
import type { SetupPart } from "../setup/setup.output.schema.ts";
import type { Check } from "./check.ts";

/** What a server needs from its machine and its settings, even before its first start. */
export const preflightChecks: Check<Config>[] = [
  {
    what: "the data folder can be written",
    advice: "Give the folder to the user the server runs as, or set DATA_DIR.",
    findIssues: ({ dataDir }) => {
      const folder = existingPart(dataDir);
      return tried(() => keepAndRemove(folder));
    },
  },
  {
    what: "free disk space",
    advice: "Free some space, or move DATA_DIR to a larger disk: until then, every upload is refused.",
    findIssues: async ({ dataDir, maxUploadBytes }) => {
      const room = requireFreeSpace(existingPart(dataDir), { bytes: maxUploadBytes, isFree: false });
      return room.then(
        () => [],
        () => [`less than 256 MB and one upload (${maxUploadBytes / 1024 ** 2} MB) are free`],
      );
    },
  },
  {
    what: "LibreOffice, for Word documents",
    advice: `Install it with: ${installCommand}\nOr set CONVERTER=off if no one needs to upload Word documents.`,
    findIssues: async ({ converter }) =>
      converter === "off" || (await findLibreOffice(pathIn(converter)))
        ? []
        : [`there is none${pathIn(converter) ? ` at ${converter}` : ""}; Word documents are refused`],
  },
  {
    what: "the sandbox for Word documents",
    advice: "The server works without it, but is safer with it.",
    isNote: true,
    findIssues: async ({ converter }) => {
      const office = converter === "off" ? undefined : await findLibreOffice(pathIn(converter));
      return [office && officeSandboxWarning(office.sandbox)].filter((warning) => warning !== undefined);
    },
  },
  {
    what: "LibreOffice Math, for equations in Word documents",
    advice: `Install it with: ${installCommand}`,
    isNote: true,
    findIssues: async ({ converter }) => {
      const office = converter === "off" ? undefined : await findLibreOffice(pathIn(converter));
      return office?.drawsEquations === false ? [equationsWarning] : [];
    },
  },
  {
    what: "the sandbox for documents",
    advice: "Install bubblewrap; where the server does not run as root, allow user namespaces as well.",
    isNote: true,
    findIssues: () => (findChildSandbox() ? [] : [sandboxWarning]),
  },
  setupCheck("address", "the public address"),
  setupCheck("anchors", "someone independent confirms when documents existed"),
  {
    what: "the server can read what calendars anchor in Bitcoin",
    advice:
      "Set ANCHORS=on, or BITCOIN_EXPLORERS to the address of a block explorer (docs/settings.md). Until then, no pack contains the block headers that confirm an anchor.",
    isNote: true,
    findIssues: ({ otsCalendars, bitcoinExplorers }) =>
      otsCalendars.length > 0 && bitcoinExplorers.length === 0
        ? ["there are calendars, but no block explorers: calendars alone confirm no time"]
        : [],
  },
  setupCheck("mail", "mail"),
  setupCheck("backups", "backups"),
  setupCheck("payments", "payments"),
  {
    what: "identity providers answer",
    advice:
      "Compare SIGN_IN_PROVIDERS and OIDC_ISSUER with docs/signing-in-with-a-provider.md, and look whether they run.",
    isNote: true,
    findIssues: async ({ signInProviders }) => {
      const asked = signInProviders.map(async (provider) => [provider.id, await tryDiscovery(provider)]);
      return (await Promise.all(asked)).flatMap(([id, error]) =>
        error === undefined ? [] : `${id}: ${error}`,
      );
    },
  },
  {
    what: "the sender of emails",
    advice: "Set MAIL_FROM, or ORIGIN.",
    findIssues: ({ smtpUrl, mailFrom }) =>
      smtpUrl !== undefined && mailFrom.endsWith("@localhost")
        ? [`emails would come from ${mailFrom}, which other mail servers refuse`]
        : [],
  },
  {
    what: "the clock",
    advice: "Set it, and keep it synchronized with NTP: timestamps show its time.",
    findIssues: () =>
      Date.now() < newestMigration()
        ? [`it says ${new Date().toISOString()}, before this program was built`]
        : [],
  },
];

/** Compares the clock with times that were already certified. */
export const clockCheck: Check = {
  what: "the clock is not behind any time that was certified, and no authority contradicts it",
  advice: `Set the clock. If it is right now and was ahead earlier, run: ${programName} clock accept`,
  findIssues: async (dataFolder) => {
    const { isBehind, contradictedSince } = await checkClock(dataFolder);
    return [
      ...(isBehind ? ["the clock is behind a time that was already certified, so nothing is stamped"] : []),
      ...(contradictedSince
        ? ["an external time-stamp authority contradicts the clock, so nothing is stamped"]
        : []),
    ];
  },
};

const pathIn = (converter: string) =>
  ["auto", "found", "install"].includes(converter) ? undefined : converter;

/** A note about a part that is not set up. */
function setupCheck(part: SetupPart, what: string): Check<Config> {
  const find = (config: Config) => findMissingParts(config).filter((missing) => missing.part === part);
  return {
    what,
    advice: (config) =>
      find(config)
        .map(({ advice }) => say(advice).message)
        .join("\n"),
    isNote: true,
    findIssues: (config) => find(config).map(({ issue }) => say(issue).message),
  };
}

/** The folder itself, or its nearest existing ancestor. */
function existingPart(folder: string): string {
  return existsSync(folder) ? folder : existingPart(dirname(folder));
}

/** Stores a small file as the store does. Root may enter folders such as /sys in which no file can be stored. */
function keepAndRemove(folder: string): void {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const trial = mkdtempSync(join(folder, ".attestamp-doctor-"));
  try {
    const path = join(trial, "kept");
    writeFileSync(path, "kept", { flush: true });
    renameSync(path, `${path}-for-good`);
  } finally {
    rmSync(trial, { recursive: true });
  }
}

function tried(look: () => void): string[] {
  try {
    look();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
