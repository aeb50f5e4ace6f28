import { z } from "zod";
import { tokenScopes } from "../../../features/accounts/access-tokens.schema.ts";
import { planIds } from "../../../features/billing/billing.schema.ts";
import {
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
} from "../../../features/support/support.schema.ts";
import { deliveryStates, endReasons, webhookEvents } from "../../../features/webhooks/webhooks.schema.ts";
import { stampPositions } from "../../../formats/stamp/stamp.ts";

/** What the answers are made of. Those that stand in several answers have a name. */

const time = z.iso.datetime().describe("ISO 8601, UTC");
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("64 lower-case hex digits");

export const success = z.object({ success: z.literal(true), message: z.string() }).meta({ id: "Success" });
export const done = z.object({ success: z.boolean() }).meta({ id: "Done" });
export const entered = z.object({ username: z.string() }).meta({ id: "Entered" });

export const confirmation = z
  .object({ mailed: z.boolean().describe("Whether a link is on its way"), message: z.string() })
  .meta({ id: "Confirmation" });

const issue = z.object({ path: z.string().describe("Name of the field"), message: z.string() });
export const refusal = z
  .object({
    message: z.string().describe("A sentence for the user"),
    requestId: z.string().describe("To quote to the operator; also in the header X-Request-Id"),
    issues: z.array(issue).optional().describe("What is wrong with which field (400)"),
    requiresPayment: z.literal(true).optional().describe("With 402"),
    accountChanged: z.literal(true).optional(),
  })
  .meta({ id: "Error" });

const tokenShape = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: time,
  lastUsedAt: time.nullable().describe("Null before its first use; noted at most once in ten minutes"),
  expiresAt: time.nullable().describe("Null: good until it is revoked"),
};
export const token = z.object(tokenShape).meta({ id: "AccessToken" });
export const newToken = z
  .object({ ...tokenShape, token: z.string().describe("All of it, shown this once") })
  .meta({ id: "NewAccessToken" });

const webhookShape = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  disabledFor: z.enum(endReasons).nullable().describe("Null while it is enabled"),
  failingSince: time.nullable().describe("The first failure since anything was delivered"),
  previousSecretUntil: time.nullable(),
  createdAt: time,
};
export const webhook = z.object(webhookShape).meta({ id: "Webhook" });
export const webhookWithSecret = z
  .object({
    ...webhookShape,
    secret: z.string().describe("What the signatures are checked with (Standard Webhooks)"),
  })
  .meta({ id: "WebhookWithSecret" });
export const delivery = z
  .object({
    id: z.string().describe("The header webhook-id"),
    event: z.enum(webhookEvents),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    answerStatus: z.int().nullable(),
    answerText: z.string().nullable().describe("The first 1,024 bytes of the last answer"),
    fault: z.string().nullable(),
    createdAt: time,
    lastAttemptAt: time.nullable(),
    nextAttemptAt: time.nullable(),
  })
  .meta({ id: "WebhookDelivery" });

const documentShape = {
  id: z.string(),
  originalName: z.string(),
  fileType: z.string().describe("Media type, from the content"),
  fileSize: z.string().describe("Bytes, as text"),
  status: z.enum(["uploaded", "processing", "completed", "error"]),
  serialNumber: z.string().nullable(),
  errorMessage: z.string().nullable(),
  timestampConfig: z
    .object({
      position: z.enum(stampPositions),
      format: z.literal("document-timestamp"),
      originalDate: z.string().optional(),
      otherParties: z.string().optional(),
    })
    .nullable(),
  paymentCompleted: z.string().describe('"true" or "false", as text'),
  sha256: sha256.describe("Of the original: 64 lower-case hex digits"),
  stampedSha256: sha256.nullable(),
  stampedType: z.string().nullable(),
  certificateSha256: sha256.nullable(),
  pages: z.int().nullable(),
  originalKept: z.boolean().nullable().describe("Whether the stamped copy begins with the original's bytes"),
  notes: z.array(z.string()).describe("What was done to the file, in sentences"),
  processedPath: z.string().nullable(),
  certificatePath: z.string().nullable(),
  createdAt: time,
  processedAt: time.nullable(),
  originalDeletedAt: time.nullable(),
};
export const document = z.object(documentShape).meta({ id: "Document" });
export const clientDocument = z
  .object({
    ...documentShape,
    userFirstName: z.string().nullable(),
    userLastName: z.string().nullable(),
    username: z.string().nullable(),
    userEmail: z.string().nullable(),
  })
  .meta({ id: "ClientDocument" });

export const currentUser = z.object({
  username: z.string(),
  isAdmin: z.boolean(),
  needsAdminPassword: z
    .boolean()
    .describe("An administrator's password is too short, or was not used since the rights were given"),
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
});

const ticketShape = {
  id: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  category: z.enum(ticketCategories),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  resolution: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
};
export const ticket = z.object(ticketShape).meta({ id: "Ticket" });
export const adminTicket = z
  .object({ ...ticketShape, userId: z.string().nullable(), assignedTo: z.string().nullable() })
  .meta({ id: "AdminTicket" });

export const referralStats = z
  .object({
    referralCode: z.string().nullable(),
    referralCount: z.int(),
    creditsEarned: z.int(),
    pendingCount: z.int().describe("Of those people: whose first stamped document or purchase is awaited"),
  })
  .meta({ id: "ReferralStats" });

const cents = z.int().describe("Cents, US dollars");
const standing = z.enum(["none", "active", "incomplete", "canceled"]);
export const plan = z
  .object({
    name: z.string(),
    price: cents,
    taxable: z.boolean(),
    documentLimit: z.int().nullable().describe("Null: no limit"),
    badge: z.string().optional(),
    features: z.array(z.string()),
  })
  .meta({ id: "Plan" });
export const subscription = z
  .object({
    status: standing,
    plan: z.enum(planIds),
    documentCount: z.int().describe("Stamps taken from the plan"),
    documentLimit: z.int().nullable().describe("Null: no limit"),
    freeCredits: z.int(),
    canRedeemCredit: z.boolean(),
    freeStampsFrom: time
      .nullable()
      .describe("Until then, or for a confirmed address, the free documents wait. Null: they do not"),
    endsAt: time.nullable(),
  })
  .meta({ id: "Subscription" });
export const paymentSetup = z
  .object({ clientSecret: z.string(), amount: cents, publishableKey: z.string() })
  .meta({ id: "PaymentSetup" });

export const emailed = z
  .object({ success: z.literal(true), state: z.enum(["sent", "queued", "saved"]), message: z.string() })
  .meta({ id: "Emailed" });

export const user = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  createdAt: time,
  lastLoginAt: time.nullable(),
  subscriptionPlan: z.enum(planIds),
  subscriptionStatus: standing,
  freeCredits: z.int(),
});
export const auditEntry = z.object({
  id: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  createdAt: time,
});

const base64 = z.string().meta({ contentEncoding: "base64" });
export const verification = z
  .object({
    serialNumber: z.string(),
    processedDate: time,
    documentName: z.string(),
    clientName: z.string().optional(),
    originalSha256: sha256,
    stampedSha256: sha256,
    certificateSha256: sha256,
    originalKept: z.boolean(),
    timeStamps: z.array(
      z.object({
        about: z.enum(["original", "stamped"]),
        isOutside: z.boolean().describe("Whether somebody else vouches for the time"),
        token: base64.describe("Time-stamp token (RFC 3161), DER in base64"),
      }),
    ),
    attestation: z.string().optional().describe("Compact JWS over the attestation"),
    receipt: z.string().optional().describe("Receipt of the public log (.tlog-proof)"),
    witnessed: z
      .object({ tokens: z.array(base64), proof: base64.optional(), blocks: z.string() })
      .optional()
      .describe("What outside witnesses gave about the checkpoint in the receipt"),
  })
  .meta({ id: "Verification" });
