import { z } from "zod";
import { officeActions, officeRoles } from "../../../db/columns/offices.ts";
import { officeTokenSchema } from "../accounts/access-tokens.output.schema.ts";
import { timeSchema } from "../outputs.schema.ts";
import { officeLinkSchema } from "../projects/shares.output.schema.ts";
import { officeWebhookSchema } from "../webhooks/webhooks.output.schema.ts";

const role = z
  .enum(officeRoles)
  .describe(
    "viewer reads; member also uploads, stamps and shares; manager also deletes, invites and manages tokens and webhooks; owner also changes roles, pays and closes the office",
  );

export const ownOfficeSchema = z.object({ id: z.string(), name: z.string(), role }).meta({ id: "OwnOffice" });
export type OwnOffice = z.infer<typeof ownOfficeSchema>;

const memberViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  role,
  joinedAt: timeSchema,
  isYou: z.boolean(),
});

const invitationViewSchema = z
  .object({
    id: z.string(),
    role,
    email: z.string().nullable().describe("The only address that can accept it; null: anyone with the link"),
    invitedBy: z.string().nullable().describe("The username of the member"),
    createdAt: timeSchema,
    expiresAt: timeSchema,
  })
  .meta({ id: "Invitation" });
export type InvitationView = z.infer<typeof invitationViewSchema>;

export const newInvitationSchema = invitationViewSchema
  .extend({ url: z.string().nullable().describe("Shown only this once; null for a link that is mailed") })
  .meta({ id: "NewInvitation" });
export type NewInvitation = z.infer<typeof newInvitationSchema>;

export const officeViewSchema = z
  .object({
    id: z.string(),
    name: z.string().describe("Printed as the client on new stamps and certificates"),
    role,
    deletionAt: timeSchema.nullable().describe("When the office is closed, as an owner asked; null if never"),
    members: z.array(memberViewSchema),
    invitations: z
      .array(invitationViewSchema)
      .describe("Those that can still be accepted; empty for members who may not invite"),
    canMail: z.boolean().describe("Whether invitations can be mailed"),
    memberPrice: z
      .int()
      .nullable()
      .describe(
        "Cents, US dollars, before taxes: what each further member who may stamp adds to the plan every month; null: nothing",
      ),
    memberPriceUntil: timeSchema
      .nullable()
      .describe("When a canceled plan ends: only the time until then is charged; null: it was not canceled"),
  })
  .meta({ id: "Office" });
export type OfficeView = z.infer<typeof officeViewSchema>;

export const officeAccessSchema = z
  .object({
    links: z.array(officeLinkSchema).describe("Links to shared projects that still open"),
    webhooks: z.array(officeWebhookSchema),
    tokens: z.array(officeTokenSchema),
  })
  .meta({ id: "OfficeAccess" });
export type OfficeAccess = z.infer<typeof officeAccessSchema>;

export const openedInvitationSchema = z
  .object({
    office: z.string(),
    role,
    invitedBy: z.string().describe("The name of the member"),
    isMailed: z
      .boolean()
      .describe("Whether only the owner of the address that it was mailed to can accept it"),
    expiresAt: timeSchema,
  })
  .meta({ id: "OpenedInvitation" });
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>;

export const officeLogEntrySchema = z
  .object({
    id: z.string(),
    at: timeSchema,
    actor: z
      .string()
      .nullable()
      .describe(
        "The username; null for a deleted account, and with the detail `by` for the site's operator or the server itself",
      ),
    action: z.enum(officeActions),
    person: z.string().nullable().describe("The username of the person it is about, if there is one"),
    detail: z.record(z.string(), z.string()),
  })
  .meta({ id: "OfficeLogEntry" });
export type OfficeLogEntry = z.infer<typeof officeLogEntrySchema>;
