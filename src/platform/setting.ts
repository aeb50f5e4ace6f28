import type { z } from "zod";

export type Description = {
  /** What the setting means: the sentences of .env.example and of docs/settings.md, with code in backticks. */
  about: string;
  /** What holds without it, if that is not a fixed value. */
  standard?: string;
  example?: string;
  /** The value is never shown. */
  isSecret?: true;
};

export const descriptions = new Map<z.ZodType, Description>();

export function described<Setting extends z.ZodType>(
  setting: Setting,
  about: string,
  more: Omit<Description, "about"> = {},
): Setting {
  const own = setting.clone();
  descriptions.set(own, { about, ...more });
  return own;
}
