import type { PlatformConfig } from "../platform/config.ts";
import type { SettingValues } from "../platform/setting.ts";
import type { issuingSettings } from "./settings.ts";
import type { TsaAccess } from "./tsa/tsa-access.ts";
import { combineAnchors } from "./witnesses/anchor-settings.ts";

/** The settings that decide how evidence is issued and who vouches for it. */
export type IssuingConfig = Pick<
  PlatformConfig,
  "origin" | "dataDir" | "keysSecret" | "productName" | "rateLimitFactor"
> &
  ReturnType<typeof buildIssuingConfig>;

/** Each value under its own name, except for those that several settings make together. */
export function buildIssuingConfig({
  tsaHeaders,
  tsaClientCertificate,
  tsaClientKey,
  anchors,
  ...plain
}: SettingValues<typeof issuingSettings>) {
  const { tsaUrls, otsCalendars, bitcoinExplorers } = plain;
  const tsaAccess: TsaAccess = {
    headers: tsaHeaders,
    certificate: tsaClientCertificate,
    key: tsaClientKey,
  };
  return {
    ...plain,
    ...combineAnchors(anchors, { tsaUrls, otsCalendars, bitcoinExplorers }),
    tsaAccess,
  };
}
