import { z } from "zod";
import { operatorSettings, serviceSettings } from "../features/settings.ts";
import { issuingSettings } from "../issuing/settings.ts";
import { type Description, descriptions } from "../platform/setting.ts";
import { platformSettings } from "../platform/settings.ts";

/** Every setting with its meaning and its default, in the order of .env.example. All are optional. */
export const settings = z.object({
  ...platformSettings,
  ...operatorSettings,
  ...issuingSettings,
  ...serviceSettings,
});

export type Settings = z.infer<typeof settings>;

export const settingNames = Object.keys(settings.shape);

export const describedSettings: readonly (Description & { name: string })[] = Object.entries(
  settings.shape,
).map(([name, setting]) => ({ name, about: "", ...descriptions.get(setting) }));

export const secretSettings: ReadonlySet<string> = new Set(
  describedSettings.filter(({ isSecret }) => isSecret).map(({ name }) => name),
);
