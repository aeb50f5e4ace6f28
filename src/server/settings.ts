import { operatorSettings, serviceSettings } from "../features/settings.ts";
import { issuingSettings } from "../issuing/settings.ts";
import type { Setting } from "../platform/setting.ts";
import { platformSettings } from "../platform/settings.ts";

/** Every setting, in the order of .env.example. */
export const settings: readonly Setting[] = [
  platformSettings,
  operatorSettings,
  issuingSettings,
  serviceSettings,
].flatMap((declared) => Object.values(declared));

export const settingNames = settings.map(({ name }) => name);

export const secretSettings: ReadonlySet<string> = new Set(
  settings.filter(({ isSecret }) => isSecret).map(({ name }) => name),
);

export const emailSettings: ReadonlySet<string> = new Set(
  settings.filter(({ isEmail }) => isEmail).map(({ name }) => name),
);
