import { z } from "zod";
import { planIds } from "../../../db/columns/billing.ts";
import {
  paymentViewSchema,
  subscriptionStates,
  subscriptionStatusSchema,
} from "../billing/billing.output.schema.ts";
import { documentViewSchema } from "../documents/documents.output.schema.ts";
import { timeSchema } from "../outputs.schema.ts";

/**
 * A document with its client; all client fields are null if that account was deleted. The client's own name and note
 * for the document and the recipient of an acknowledgment are visible only to the client.
 */
export const adminDocumentViewSchema = documentViewSchema
  .omit({ displayName: true, note: true, recipient: true })
  .extend({
    userFirstName: z.string().nullable(),
    userLastName: z.string().nullable(),
    username: z.string().nullable(),
    userEmail: z.string().nullable(),
  })
  .meta({ id: "ClientDocument" });
export type AdminDocumentView = z.infer<typeof adminDocumentViewSchema>;

/** An account as admins see it. */
export const adminUserViewSchema = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  isOffice: z.boolean().describe("Whether it is the account of an office, whose firstName is its name"),
  createdAt: timeSchema,
  lastLoginAt: timeSchema.nullable(),
  subscriptionPlan: z.enum(planIds),
  subscriptionStatus: z.enum(subscriptionStates),
  freeCredits: z.int(),
});
export type AdminUserView = z.infer<typeof adminUserViewSchema>;

const foundUserSchema = adminUserViewSchema.extend({ emailConfirmed: z.boolean() });

export const foundUsersSchema = z
  .object({
    users: z.array(foundUserSchema),
    total: z.int().describe("How many match on all pages"),
  })
  .meta({ id: "FoundUsers" });
export type FoundUsers = z.infer<typeof foundUsersSchema>;
export type FoundUser = FoundUsers["users"][number];

/** Everything about one account that helps to answer its owner. */
export const accountPageSchema = z
  .object({
    user: foundUserSchema,
    subscription: subscriptionStatusSchema,
    payments: z.array(paymentViewSchema).describe("The newest ones"),
    paymentCount: z.int(),
    isComplete: z
      .boolean()
      .describe("False while Stripe does not respond: monthly payments and some refunds are missing"),
    documents: z.array(adminDocumentViewSchema).describe("The newest ones"),
  })
  .meta({ id: "AccountPage" });
export type AccountPage = z.infer<typeof accountPageSchema>;

export const resetLinkAnswerSchema = z
  .object({ url: z.string().nullable().describe("The link, shown only now; null: it was emailed") })
  .meta({ id: "ResetLink" });
export type ResetLinkAnswer = z.infer<typeof resetLinkAnswerSchema>;

/** An email that was not sent, without its content. */
export const adminMailViewSchema = z
  .object({
    id: z.string(),
    state: z
      .enum(["queued", "sending", "saved", "failed", "uncertain"])
      .describe("saved: in the folder outbox, because no mail server is set"),
    recipient: z.string(),
    subject: z.string(),
    createdAt: timeSchema,
    lastError: z.string().nullable().describe("What the mail server answered"),
    attempts: z.int(),
    nextAt: timeSchema.nullable().describe("The next attempt"),
  })
  .meta({ id: "UnsentEmail" });
export type AdminMailView = z.infer<typeof adminMailViewSchema>;

/** An action with special rights: by an admin's username, or by "operator" on the server's console. */
export const auditEntryViewSchema = z.object({
  id: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  createdAt: timeSchema,
});
export type AuditEntryView = z.infer<typeof auditEntryViewSchema>;

const amountSchema = z.int().nonnegative();

/** Daily usage of the service in UTC, oldest day first. */
export const figuresViewSchema = z
  .object({
    users: amountSchema.describe("All accounts"),
    openTickets: amountSchema.describe("Tickets that are open or in progress"),
    failedMails: amountSchema.describe("Emails of these days that could not be sent"),
    storedBytes: amountSchema.describe("Stamped copies, and originals that were not deleted yet"),
    isLogUsable: z.boolean().describe("False: documents wait until the operator has repaired the public log"),
    isVouched: z
      .boolean()
      .describe("False: verifiers say that only this server vouches for the times of its documents"),
    daily: z.array(
      z.object({
        day: z.iso.date(),
        newUsers: amountSchema,
        stamps: amountSchema,
        revenue: amountSchema.describe("Cents; excluding renewals, which only Stripe knows"),
        failures: amountSchema.describe("Documents that could not be stamped"),
        mails: amountSchema.describe("Emails; they are deleted after a month"),
      }),
    ),
  })
  .meta({ id: "Figures" });
export type FiguresView = z.infer<typeof figuresViewSchema>;
