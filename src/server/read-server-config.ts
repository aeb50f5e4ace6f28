import { AppError } from "../errors.ts";
import type { Config } from "../features/config.ts";
import { legalTextNames } from "../features/legal-texts/legal-texts.schema.ts";
import { givenSettings, readConfig } from "./read-config.ts";
import { readSite, type Site, type SiteReading, siteFolder } from "./site/read-site.ts";

type Environment = Record<string, string | undefined>;

/**
 * All settings, with the changes from the operator's folder DATA_DIR/site. Throws AppError that lists all errors of
 * the settings, or of the folder.
 */
export function readServerConfig(environment?: Environment): Config {
  const config = readConfig(environment);
  const { site, issues } = readConfiguredSite(config, environment);
  if (issues.length === 0) return applySite(config, site);
  throw new AppError("invalid", "site-unusable", "These files in {folder} cannot be used:\n  {issues}", {
    params: { folder: siteFolder(config.dataDir), issues: issues.join("\n  ") },
  });
}

/** Reads the folder, and reports what contradicts the settings: nothing may be set in two places. */
export function readConfiguredSite(config: Config, environment?: Environment): SiteReading {
  const { site, issues } = readSite(config.dataDir, config.plans);
  const isGiven = (name: string) =>
    givenSettings(environment).some((setting) => setting.name === name && setting.source !== "default");
  const contradictions: string[] = [];
  const compare = (
    field: string,
    written: string | undefined,
    setting: string,
    value: string | undefined,
  ) => {
    if (written === undefined || !isGiven(setting) || written === value) return;
    contradictions.push(
      `site.json: ${field}: "${written}" differs from the setting ${setting}. Please remove one.`,
    );
  };
  compare("name", site.productName, "PRODUCT_NAME", config.productName);
  compare("supportEmail", site.supportEmail, "SUPPORT_EMAIL", config.supportEmail);
  const limitOf = ({ plans }: Pick<Config, "plans">) => plans.trial.documentLimit;
  if (limitOf(site) !== limitOf(config)) {
    compare(
      "plans.trial.documents",
      String(limitOf(site)),
      "TRIAL_DOCUMENTS",
      String(limitOf(config) ?? "unlimited"),
    );
  }
  for (const name of legalTextNames) {
    const setting = name === "privacy" ? "PRIVACY_URL" : "TERMS_URL";
    if (site.legalTexts[name] && isGiven(setting))
      contradictions.push(`${name}.md: the setting ${setting} is set as well. Please remove one.`);
  }
  return { site, issues: [...issues, ...contradictions] };
}

export function applySite(config: Config, site: Site): Config {
  return {
    ...config,
    ...site,
    productName: site.productName ?? config.productName,
    supportEmail: site.supportEmail ?? config.supportEmail,
    privacyUrl: site.legalTexts.privacy ? "/privacy" : config.privacyUrl,
    termsUrl: site.legalTexts.terms ? "/terms" : config.termsUrl,
  };
}
