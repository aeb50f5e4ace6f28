import { resolve } from "node:path";
import { parseFilesUrl, type S3Settings } from "./files/s3-settings.ts";
import type { KeysSecret } from "./keys/sealed-key.ts";
import type { SettingValues } from "./setting.ts";
import type { platformSettings } from "./settings.ts";

/** The server's address and name, where it keeps everything, and how much it takes from one visitor. */
export type PlatformConfig = ReturnType<typeof buildPlatformConfig>;

/** Each value under its own name, except for those that several settings make together. */
export function buildPlatformConfig({
  filesUrl,
  s3Endpoint,
  s3Region,
  s3AccessKeyId,
  s3SecretAccessKey,
  keysSecret,
  keysSecretPrevious,
  ...plain
}: SettingValues<typeof platformSettings>) {
  return {
    ...plain,
    origin: plain.origin ?? `http://localhost:${plain.port}`,
    dataDir: resolve(plain.dataDir),
    /** The bucket for kept files; undefined: they are in `dataDir`. */
    s3: buildS3Settings(filesUrl, s3AccessKeyId, s3SecretAccessKey, {
      endpoint: s3Endpoint,
      region: s3Region,
    }),
    /** Seals the keys that servers share in the database; undefined: the keys are only files in `dataDir`. */
    keysSecret: buildKeysSecret(keysSecret, keysSecretPrevious),
  };
}

function buildS3Settings(
  filesUrl: string | undefined,
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  service: Pick<S3Settings, "endpoint" | "region">,
): S3Settings | undefined {
  const place = filesUrl === undefined ? undefined : parseFilesUrl(filesUrl);
  if (!place || !accessKeyId || !secretAccessKey) return undefined;
  return { ...place, ...service, accessKeyId, secretAccessKey };
}

function buildKeysSecret(current: string | undefined, previous: string | undefined): KeysSecret | undefined {
  return current === undefined ? undefined : { current, previous };
}
