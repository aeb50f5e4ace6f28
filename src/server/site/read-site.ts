import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stateFiles } from "../../../db/state-files.ts";
import { changePlans, findFalseBadges } from "../../features/billing/plan-changes.ts";
import { type Plans, plans } from "../../features/billing/plans.ts";
import type { Config, Logo, SiteLook } from "../../features/config.ts";
import { type LegalTexts, legalTextNames } from "../../features/legal-texts/legal-texts.schema.ts";
import { languageCodes } from "../../formats/languages.ts";
import { buildAccent } from "./accent.ts";
import { writeLegalHtml } from "./legal-html.ts";
import { readPngLogo, readSvgLogo } from "./logo.ts";
import { type SiteFile, siteSchema } from "./site-file.ts";

/** An operator's changes to a server's configuration. */
export type Site = SiteLook & {
  plans: Plans;
  productName?: string | undefined;
  supportEmail?: string | undefined;
};

/** The result, and every error as a sentence that begins with file and field. */
export type SiteReading = { site: Site; issues: string[] };

export const siteFolder = (dataDir: string) => join(dataDir, stateFiles.site);

const fileName = "site.json";
const maxTextBytes = 512 * 1024;

const legalFiles = legalTextNames.flatMap((name) =>
  languageCodes.map((language) => ({
    name,
    language,
    file: language === "en" ? `${name}.md` : `${name}.${language}.md`,
  })),
);
const knownFiles = [fileName, "logo.svg", "logo.png", ...legalFiles.map(({ file }) => file)];

/** Reads and checks DATA_DIR/site, which changes the plans of the settings. Without the folder, nothing changes. */
export function readSite(dataDir: string, unchanged: Plans = plans): SiteReading {
  const folder = siteFolder(dataDir);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !isLeftAlone(name)) : [];
  const issues = names
    .filter((name) => !knownFiles.includes(name))
    .map((name) => `${name}: is not a known file. The known files are ${knownFiles.join(", ")}.`);
  const read = (name: string) => (names.includes(name) ? readFileSync(join(folder, name)) : undefined);
  const written = readSiteFile(read(fileName), issues);
  const { name, supportEmail, accentColor, nameBesideLogo = true, plans: changes = {} } = written;
  const svg = readLogo(read("logo.svg"), "logo.svg", issues);
  const png = readLogo(read("logo.png"), "logo.png", issues);
  const changed = changePlans(unchanged, changes);
  for (const { plan, badge, saves } of findFalseBadges(changed)) {
    issues.push(`${fileName}: plans.${plan}.badge: ${describeFalseBadge(badge, saves)}`);
  }
  const site = {
    productName: name,
    supportEmail,
    nameBesideLogo,
    plans: changed,
    accent: accentColor && readAccent(accentColor, issues),
    logo: svg ?? png,
    mailLogo: png,
    legalTexts: readLegalTexts(read, issues),
  };
  return { site, issues };
}

/** Hidden files and backup copies from editors. */
const isLeftAlone = (name: string) => name.startsWith(".") || name.endsWith("~");

function readSiteFile(bytes: Buffer | undefined, issues: string[]): SiteFile {
  if (bytes === undefined) return {};
  let written: unknown;
  try {
    written = Bun.JSONC.parse(bytes.toString("utf8"));
  } catch (error) {
    issues.push(`${fileName}: cannot be read: ${error instanceof Error ? error.message : error}`);
    return {};
  }
  const parsed = siteSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    issues.push([fileName, ...(path.length > 0 ? [path.join(".")] : []), message].join(": "));
  }
  return {};
}

function readAccent(choice: NonNullable<SiteFile["accentColor"]>, issues: string[]): Config["accent"] {
  const built = buildAccent(choice);
  if ("accent" in built) return built.accent;
  issues.push(...built.issues.map((issue) => `${fileName}: accentColor: ${issue}`));
  return undefined;
}

function readLogo(
  bytes: Buffer<ArrayBuffer> | undefined,
  file: "logo.svg" | "logo.png",
  issues: string[],
): Logo | undefined {
  if (bytes === undefined) return undefined;
  const reading = file === "logo.svg" ? readSvgLogo(bytes) : readPngLogo(bytes);
  if ("logo" in reading) return reading.logo;
  issues.push(...reading.issues.map((issue) => `${file}: ${issue}`));
  return undefined;
}

function readLegalTexts(read: (name: string) => Buffer | undefined, issues: string[]): LegalTexts {
  const texts: LegalTexts = {};
  for (const { name, language, file } of legalFiles) {
    const bytes = read(file);
    if (bytes === undefined) continue;
    const written = writeLegalHtml(bytes.toString("utf8"), language);
    if (bytes.length > maxTextBytes) issues.push(`${file}: has more than ${maxTextBytes / 1024} kB.`);
    if (written.text.html.trim() === "") issues.push(`${file}: has no text.`);
    issues.push(...written.issues.map((issue) => `${file}: ${issue}`));
    texts[name] = { ...texts[name], [language]: written.text };
    if (language !== "en" && texts[name]?.en === undefined) {
      issues.push(`${file}: needs ${name}.md, which is shown in all other languages.`);
    }
  }
  return texts;
}

function describeFalseBadge(badge: string, saves: number): string {
  const now = saves > 0 ? `The plan saves $${(saves / 100).toFixed(2)} now` : "The plan saves nothing now";
  return `"${badge}" would not be true with these prices. ${now}. Please write another badge, or null for none.`;
}
