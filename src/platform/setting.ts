import type { z } from "zod";

/** A setting, declared once: the program, .env.example and docs/settings.md follow from it. */
export type Setting = {
  /** As the operator writes it: the environment variable. */
  name: string;
  /** Its name in an earlier version, which is still read where the new one is not given. */
  earlierName?: string;
  /** Reads its text. It is optional or has a default, since no setting is required. */
  schema: z.ZodType;
  /** What the setting means: the sentences of .env.example and of docs/settings.md, with code in backticks. */
  about: string;
  /** What holds without it, if that is not a fixed value. */
  standard?: string;
  example?: string;
  /** The value is never shown. */
  isSecret?: true;
  /** An email address: the part before the @ is shown, unlike the user in other addresses. */
  isEmail?: true;
  /** What is said of an empty value, if that is an error; otherwise it counts as not set. */
  ifEmpty?: string;
};

/** Settings by the names of their values in the program. */
export type Settings = Readonly<Record<string, Setting>>;

/** Their values; undefined if a setting without a default is not given. */
export type SettingValues<Declared extends Settings> = {
  [Name in keyof Declared]: z.infer<Declared[Name]["schema"]>;
};

/**
 * Reads the texts given by the names of settings. Each error is added to `issues` and begins with the name of its
 * setting; its value must then not be used.
 */
export function parseSettings<Declared extends Settings>(
  declared: Declared,
  given: Record<string, string | undefined>,
  issues: string[],
): SettingValues<Declared> {
  const values = Object.entries(declared).map(([key, { name, schema }]) => {
    const { data, error } = schema.safeParse(given[name]);
    for (const { path, message } of error?.issues ?? []) {
      issues.push(`${[name, ...path].join(".")}: ${message}`);
    }
    return [key, data];
  });
  return Object.fromEntries(values) as SettingValues<Declared>;
}
