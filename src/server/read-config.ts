import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stateFiles } from "../../db/state-files.ts";
import { AppError } from "../errors.ts";
import { findRepetition } from "../features/accounts/providers/provider-settings.ts";
import { buildFeaturesConfig, type Config, type SiteLook } from "../features/config.ts";
import { operatorSettings, serviceSettings } from "../features/settings.ts";
import { buildIssuingConfig } from "../issuing/config.ts";
import { issuingSettings } from "../issuing/settings.ts";
import { unsafeHosts } from "../issuing/tsa/tsa-access.ts";
import { buildPlatformConfig } from "../platform/config.ts";
import { parseSettings, type Setting, type SettingValues } from "../platform/setting.ts";
import { platformSettings } from "../platform/settings.ts";
import { settings } from "./settings.ts";

type Environment = Record<string, string | undefined>;

/** Reads and checks all settings. Throws one AppError that lists all errors by setting. */
export function readConfig(environment: Environment = process.env): Config {
  const { picked, issues } = pickSettings(environment);
  const platform = parseSettings(platformSettings, picked, issues);
  const operator = parseSettings(operatorSettings, picked, issues);
  const issuing = parseSettings(issuingSettings, picked, issues);
  const service = parseSettings(serviceSettings, picked, issues);
  issues.push(...findConfigErrors(picked));
  throwIfAny(issues);
  throwIfAny(findUnsafeHeaders(issuing));
  const platformConfig = buildPlatformConfig(platform);
  const features = buildFeaturesConfig({ ...operator, ...service }, platformConfig.origin);
  const repetition = findRepetition(features.signInProviders);
  if (repetition !== undefined) throwIfAny([repetition]);
  return { ...platformConfig, ...buildIssuingConfig(issuing), ...features, ...unchangedLook };
}

function throwIfAny(issues: string[]): void {
  if (issues.length === 0) return;
  throw new AppError("invalid", "settings-unusable", "These settings cannot be used:\n  {issues}", {
    params: { issues: issues.join("\n  ") },
  });
}

function findUnsafeHeaders({ tsaHeaders, tsaUrls }: SettingValues<typeof issuingSettings>): string[] {
  const unsafe = unsafeHosts({ headers: tsaHeaders }, tsaUrls);
  if (unsafe.length === 0) return [];
  return [`TSA_HEADERS: TSA_URLS has no address with https:// of ${unsafe.join(", ")}.`];
}

const unchangedLook: SiteLook = {
  accent: undefined,
  logo: undefined,
  mailLogo: undefined,
  nameBesideLogo: true,
  legalTexts: {},
};

/** Excludes these settings and the files that contain their values. */
const unset = (...names: string[]): Environment =>
  Object.fromEntries(names.flatMap((name) => [[name], [`${name}_FILE`]]));

const ofPostgres = ["DATABASE_URL", "KEYS_SECRET", "KEYS_SECRET_PREVIOUS"];
const ofBucket = ["FILES_URL", "S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
const has = (environment: Environment, name: string) =>
  Boolean(environment[name] || environment[`${name}_FILE`]);

/** The settings also contain the target's secrets, which do not belong to the source. */
function readSource(environment: Environment): Config {
  return readConfig({
    ...environment,
    ...(has(environment, "DATABASE_URL") ? {} : unset(...ofPostgres)),
    ...(has(environment, "FILES_URL") ? {} : unset(...ofBucket)),
  });
}

/**
 * For a move from the place that the settings name to another one: PostgreSQL with a bucket, or a folder. Throws
 * AppError as `readConfig` does.
 */
export function readMoveConfigs(
  to: string,
  files: string | undefined,
  environment: Environment = process.env,
): { source: Config; target: Config } {
  const source = readSource(environment);
  return { source, target: readTarget(environment, source, to, files) };
}

function readTarget(environment: Environment, source: Config, to: string, files: string | undefined): Config {
  const isPostgres = /^postgres(ql)?:\/\//.test(to);
  const database = isPostgres
    ? {
        ...unset("DATABASE_URL", "BACKUP_DIR"),
        DATABASE_URL: to,
        DATA_DIR: join(source.dataDir, stateFiles.temporary, "move"),
      }
    : { ...unset(...ofPostgres), DATA_DIR: to };
  if (isPostgres && files === undefined && source.s3 === undefined) {
    throw new AppError(
      "invalid",
      "move-needs-bucket",
      "Servers that share a database share the documents, too. Please add --files s3://bucket.",
    );
  }
  const bucket =
    files !== undefined ? { ...unset("FILES_URL"), FILES_URL: files } : isPostgres ? {} : unset(...ofBucket);
  return readConfig({ ...environment, ...database, ...bucket });
}

export type GivenSetting = {
  name: string;
  /** NAME_FILE, the environment, or neither: in that case `value` is the default, "" for none. */
  source: { file: string } | "environment" | "default";
  value: string;
};

/** Every setting as given, unchecked and including secrets. */
export function givenSettings(environment: Environment = process.env): GivenSetting[] {
  const { picked } = pickSettings(environment);
  return settings.map((setting) => {
    const { name, schema } = setting;
    const file = environment[`${givenName(setting, environment)}_FILE`];
    if (file) return { name, source: { file }, value: picked[name] ?? "" };
    const value = picked[name];
    if (value !== undefined) return { name, source: "environment", value };
    const standard = schema.parse(undefined);
    return { name, source: "default", value: standard === false ? "off" : String(standard ?? "") };
  });
}

/** Where this process caches files that it can recreate; a child gets the path from its server. */
export function cacheFolder({ CACHE_DIR, DATA_DIR }: Environment = process.env): string {
  return CACHE_DIR ?? resolve(DATA_DIR ?? platformSettings.dataDir.schema.parse(undefined), stateFiles.cache);
}

/** The settings of the command `stamp`: the server's address and the access token. */
export function clientSettings(environment: Environment = process.env) {
  const { ATTESTAMP_SERVER, ATTESTAMP_TOKEN: token, ORIGIN, PORT } = environment;
  return {
    server:
      ATTESTAMP_SERVER ||
      ORIGIN ||
      `http://localhost:${PORT || platformSettings.port.schema.parse(undefined)}`,
    token,
  };
}

/** Reads each setting from NAME, or from the file that NAME_FILE names; an empty value counts as not set. */
function pickSettings(environment: Environment): { picked: Environment; issues: string[] } {
  const picked: Environment = {};
  const issues: string[] = [];
  for (const setting of settings) {
    const { name, ifEmpty } = setting;
    const given = givenName(setting, environment);
    const file = environment[`${given}_FILE`];
    const value = file ? readSecret(file) : environment[given];
    if (value === null) issues.push(`${given}_FILE: ${file} cannot be read.`);
    else if (value === "" && ifEmpty !== undefined) issues.push(`${name}: is empty. ${ifEmpty}`);
    else if (value !== undefined && value !== "") picked[name] = value;
  }
  return { picked, issues };
}

/** The name under which a setting is given. */
function givenName({ name, earlierName }: Setting, environment: Environment): string {
  const isEarlier = earlierName !== undefined && !has(environment, name) && has(environment, earlierName);
  return isEarlier ? earlierName : name;
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}

/** Errors in the combination of settings that are valid separately. */
function findConfigErrors(picked: Record<string, string | undefined>): string[] {
  const issues: string[] = [];
  const isGiven = (name: string) => picked[name] !== undefined;
  if (isGiven("ADMIN_USERNAME") !== isGiven("ADMIN_PASSWORD")) {
    issues.push("Set both ADMIN_USERNAME and ADMIN_PASSWORD, or neither.");
  }
  if (isGiven("ADMIN_EMAIL") && !isGiven("ADMIN_USERNAME")) {
    issues.push("ADMIN_EMAIL: needs ADMIN_USERNAME and ADMIN_PASSWORD.");
  }
  const ofProvider = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];
  if (ofProvider.some(isGiven) && !ofProvider.every(isGiven)) {
    issues.push("Set all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none of them.");
  }
  if (
    picked.SIGN_IN_ONLY_WITH_PROVIDERS === "on" &&
    !isGiven("SIGN_IN_PROVIDERS") &&
    !isGiven("OIDC_ISSUER")
  ) {
    issues.push("SIGN_IN_ONLY_WITH_PROVIDERS: needs SIGN_IN_PROVIDERS or OIDC_ISSUER.");
  }
  if (isGiven("TRUSTED_LISTS") && !isGiven("TRUSTED_LIST_SIGNERS")) {
    issues.push("TRUSTED_LISTS: needs TRUSTED_LIST_SIGNERS.");
  }
  if (isGiven("TSA_CLIENT_CERTIFICATE") !== isGiven("TSA_CLIENT_KEY")) {
    issues.push("Set both TSA_CLIENT_CERTIFICATE and TSA_CLIENT_KEY, or neither.");
  }
  if (isGiven("STRIPE_SECRET_KEY") !== isGiven("STRIPE_PUBLISHABLE_KEY")) {
    issues.push("Set both STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or neither.");
  }
  if (isGiven("STRIPE_WEBHOOK_SECRET") && !isGiven("STRIPE_SECRET_KEY")) {
    issues.push("STRIPE_WEBHOOK_SECRET: needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.");
  }
  if (isGiven("FILES_URL") && !(isGiven("S3_ACCESS_KEY_ID") && isGiven("S3_SECRET_ACCESS_KEY"))) {
    issues.push("FILES_URL: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  }
  for (const name of ["S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]) {
    if (isGiven(name) && !isGiven("FILES_URL")) issues.push(`${name}: needs FILES_URL.`);
  }
  if (isGiven("DATABASE_URL") && !isGiven("FILES_URL")) {
    issues.push("DATABASE_URL: needs FILES_URL. Servers that share a database share the documents, too.");
  }
  if (isGiven("DATABASE_URL") && isGiven("BACKUP_DIR")) {
    issues.push(
      "BACKUP_DIR: does not work with DATABASE_URL. Back up PostgreSQL and the bucket (docs/scaling.md).",
    );
  }
  if (isGiven("DATABASE_URL") && !isGiven("KEYS_SECRET")) {
    issues.push("DATABASE_URL: needs KEYS_SECRET. Servers that share a database share the keys, too.");
  }
  if (isGiven("KEYS_SECRET") && !isGiven("DATABASE_URL")) {
    issues.push("KEYS_SECRET: needs DATABASE_URL. Without it, the keys stay in DATA_DIR.");
  }
  if (isGiven("KEYS_SECRET_PREVIOUS") && !isGiven("KEYS_SECRET")) {
    issues.push("KEYS_SECRET_PREVIOUS: needs KEYS_SECRET.");
  }
  const { BACKUP_DIR: backups, DATA_DIR: data = "./storage" } = picked;
  if (backups && `${resolve(backups)}/`.startsWith(`${resolve(data)}/`)) {
    issues.push("BACKUP_DIR: is inside DATA_DIR. Choose a folder outside of it, preferably on another disk.");
  }
  return issues;
}
