import { z } from "zod";
import { languageCodes } from "../../formats/languages.ts";
import { isTimeZone } from "../../formats/stamp/stamp.ts";
import { withAsciiDomain } from "../../formats/text/ascii-domain.ts";
import { rule } from "../rules.ts";
import { type PersonalNameIssue, personalNameIssue, usernameIssue } from "./names.schema.ts";

/**
 * A personal name: text that a person would write. If it is too long, further checks are skipped, because they take
 * time.
 */
export const personalName = (rules: Record<"required" | "tooLong" | PersonalNameIssue, string>) =>
  z
    .string()
    .trim()
    .min(1, rules.required)
    .max(100, { error: rules.tooLong, abort: true })
    .superRefine((name, { addIssue }) => {
      const issue = name === "" ? undefined : personalNameIssue(name);
      if (issue) addIssue(rules[issue]);
    });

const firstName = personalName({
  required: rule("first-name-required", "First name is required"),
  tooLong: rule("first-name-too-long", "First name too long"),
  hiddenCharacters: rule("first-name-hidden-characters", "First name has invisible characters"),
  noLetter: rule("first-name-no-letter", "First name needs at least one letter"),
  separator: rule("first-name-separator", "First name must not contain a separator such as “·”"),
  tooManyMarks: rule("first-name-too-many-marks", "First name has too many marks on one letter"),
  link: rule("first-name-link", "First name must not contain a link; please write a space after each dot"),
  serialNumber: rule("first-name-serial-number", "First name must not contain a serial number"),
  time: rule("first-name-time", "First name must not contain a date, a time or a long number"),
});

const lastName = personalName({
  required: rule("last-name-required", "Last name is required"),
  tooLong: rule("last-name-too-long", "Last name too long"),
  hiddenCharacters: rule("last-name-hidden-characters", "Last name has invisible characters"),
  noLetter: rule("last-name-no-letter", "Last name needs at least one letter"),
  separator: rule("last-name-separator", "Last name must not contain a separator such as “·”"),
  tooManyMarks: rule("last-name-too-many-marks", "Last name has too many marks on one letter"),
  link: rule("last-name-link", "Last name must not contain a link; please write a space after each dot"),
  serialNumber: rule("last-name-serial-number", "Last name must not contain a serial number"),
  time: rule("last-name-time", "Last name must not contain a date, a time or a long number"),
});

const newUsername = z
  .string()
  .trim()
  .min(3, rule("username-too-short", "Username must be at least 3 characters"))
  .max(50, { error: rule("username-too-long", "Username too long"), abort: true })
  .superRefine((username, { addIssue }) => {
    const issue = usernameIssue(username);
    if (issue) addIssue(issue);
  });

export const registerSchema = z.object({
  username: newUsername,
  password: z
    .string()
    .min(6, rule("password-too-short", "Password must be at least 6 characters"))
    .max(1000, rule("password-too-long", "Password too long")),
  email: z
    .union([
      z.literal(""),
      z
        .string()
        .overwrite(withAsciiDomain)
        .check(z.email(rule("email-invalid", "Invalid email")))
        .max(255, rule("email-too-long", "Email too long")),
    ])
    .optional(),
  firstName,
  lastName,
  language: z.enum(languageCodes).optional().describe("Of our emails to you; English without it"),
});
export const changeLanguageSchema = z.object({ language: z.enum(languageCodes) });
export const changeTimeZoneSchema = z.object({
  timeZone: z
    .string()
    .refine(isTimeZone, rule("time-zone-unknown", "Please choose a time zone, such as Europe/Madrid"))
    .nullable()
    .describe("A name of the IANA time zone database; null: the site's"),
});

/** A new name for the account; documents that are stamped already keep the old one. */
export const changeNameSchema = registerSchema.pick({ firstName: true, lastName: true });
export type ChangeNameInput = z.infer<typeof changeNameSchema>;

export const sessionIdSchema = z.object({ id: z.string().min(1).max(64) });

export type RegisterInput = z.infer<typeof registerSchema>;
