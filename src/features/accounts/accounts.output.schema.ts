import { z } from "zod";
import { officeRoles } from "../../../db/columns/offices.ts";
import { languageCodes } from "../../formats/languages.ts";
import { messageSchema, timeSchema } from "../outputs.schema.ts";

/** The account that signed in. */
export const enteredSchema = z.object({ username: z.string() }).meta({ id: "Entered" });

export const loggedOutSchema = z.object({
  success: z.literal(true),
  warning: z.string().optional().describe("What could not be stored"),
  providerUrl: z
    .string()
    .optional()
    .describe("Where the browser signs out at the identity provider that signed it in"),
});

/** The signed-in user as the page sees it. */
export const currentUserSchema = z.object({
  username: z.string(),
  isAdmin: z.boolean(),
  needsAdminPassword: z
    .boolean()
    .describe("An administrator's password is too short, or has not been used since the rights were granted"),
  needsSecondFactor: z
    .boolean()
    .describe("The operator requires a second factor, and every other call is refused until it is set up"),
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.enum(languageCodes).describe("The language of our emails to the user"),
  timeZone: z
    .string()
    .nullable()
    .describe("The IANA zone of times on new stamps and certificates; null: the site's"),
  pendingEmail: z
    .string()
    .nullable()
    .describe("The address that will replace the current one when its link is opened"),
  deletionAt: timeSchema
    .nullable()
    .describe("When the account is deleted, as its owner asked; null if never"),
  office: z
    .object({
      id: z.string(),
      name: z.string(),
      role: z.enum(officeRoles),
      deletionAt: timeSchema
        .nullable()
        .describe("When the office is closed, as an owner asked; null if never"),
    })
    .nullable()
    .describe("The office that this session or token acts for; null: the user's own account"),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

export const sessionViewSchema = z
  .object({
    id: z.string(),
    browser: z.string().nullable().describe("Such as Firefox; null if it is unknown"),
    system: z.string().nullable().describe("Such as Windows or iPhone; null if it is unknown"),
    createdAt: timeSchema,
    lastUsedAt: timeSchema.nullable().describe("Updated at most once an hour"),
    isCurrent: z.boolean().describe("Whether this call was made in it"),
  })
  .meta({ id: "Session" });
export type SessionView = z.infer<typeof sessionViewSchema>;

export const confirmationSchema = z
  .object({ mailed: z.boolean().describe("Whether a link is being sent"), ...messageSchema.shape })
  .meta({ id: "Confirmation" });
export type ConfirmationAnswer = z.infer<typeof confirmationSchema>;

export const emailConfirmedSchema = z.object({
  success: z.literal(true),
  email: z.string(),
  username: z.string().describe("The account that the address belongs to, which need not be the caller's"),
});
export type EmailConfirmed = z.infer<typeof emailConfirmedSchema>;

export const forgotPasswordAnswerSchema = z.object({ mailed: z.boolean(), ...messageSchema.shape });
export type ForgotPasswordAnswer = z.infer<typeof forgotPasswordAnswerSchema>;

export const resetPasswordAnswerSchema = z.object({ success: z.boolean(), username: z.string() });
