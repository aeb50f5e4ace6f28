import { z } from "zod";
import { officeActions, officeRoles } from "../../../db/columns/offices.ts";
import { personalName } from "../accounts/accounts.schema.ts";
import { hasProof, proofFields, proofRequired } from "../accounts/second-factor.schema.ts";
import { mailAddressSchema } from "../mail/mail.schema.ts";
import { rule } from "../rules.ts";

/** How many offices a person can belong to. */
export const maxOffices = 20;
/** How many offices that never paid someone can own who never paid either. */
export const maxFreeOffices = 3;
/** How many invitations of an office can be open. */
export const maxInvitations = 50;
/** How many members an office can have. */
export const maxMembers = 200;

const role = z.enum(officeRoles, rule("office-role-unknown", "Please choose one of the roles"));

export const officeNameSchema = z.object({
  name: personalName({
    required: rule("office-name-required", "Please enter the name of the office"),
    tooLong: rule("office-name-too-long", "The name of the office is too long"),
    hiddenCharacters: rule(
      "office-name-hidden-characters",
      "The name of the office has invisible characters",
    ),
    noLetter: rule("office-name-no-letter", "The name of the office needs at least one letter"),
    separator: rule(
      "office-name-separator",
      "The name of the office must not contain a separator such as “·”",
    ),
    tooManyMarks: rule(
      "office-name-too-many-marks",
      "The name of the office has too many marks on one letter",
    ),
    link: rule(
      "office-name-link",
      "The name of the office must not contain a link; please write a space after each dot",
    ),
    serialNumber: rule(
      "office-name-serial-number",
      "The name of the office must not contain a serial number",
    ),
    time: rule("office-name-time", "The name of the office must not contain a date, a time or a long number"),
  }),
});

export const switchOfficeSchema = z.object({
  id: z.string().min(1).max(64).nullable().describe("One of your offices; null: your own account"),
});

/** With proof, for an owner. */
export const inviteSchema = z.object({
  role,
  ...proofFields,
  email: mailAddressSchema
    .optional()
    .describe(
      "Mail the link to this address, whose owner alone can accept; without it, the answer has the link",
    ),
});
export type InviteInput = z.infer<typeof inviteSchema>;

export const invitationIdSchema = z.object({ id: z.string().min(1).max(64) });
export const invitationTokenSchema = z.object({ token: z.string().min(1).max(200) });
export const memberIdSchema = z.object({ id: z.string().min(1).max(64) });
/** With proof, if the member becomes an owner or is one. */
export const changeRoleSchema = memberIdSchema.extend({ role, ...proofFields });
export type ChangeRoleInput = z.infer<typeof changeRoleSchema>;

/** The longest search of the log, in UTF-16 units. */
export const maxLogSearch = 200;

export const officeLogFilterSchema = z.object({
  member: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe("Only what the person with this username did, also if they have left"),
  action: z.enum(officeActions).optional(),
  search: z
    .string()
    .trim()
    .max(maxLogSearch, rule("search-too-long", "Search: please use at most 200 characters"))
    .optional()
    .describe("Part of a username or of the details, such as a serial number; case does not matter"),
});
export type OfficeLogFilter = z.infer<typeof officeLogFilterSchema>;

export const officeLogSchema = officeLogFilterSchema.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(64).optional().describe("The ID of the last entry that you have"),
});
export type OfficeLogInput = z.infer<typeof officeLogSchema>;

export const closeOfficeSchema = z.object(proofFields).refine(hasProof, proofRequired);
