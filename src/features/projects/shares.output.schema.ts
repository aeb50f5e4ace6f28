import { z } from "zod";
import { sharedDownloads } from "../../../db/columns/shares.ts";
import { emailedSchema, generatedSchema } from "../documents/documents.output.schema.ts";
import { makerFields, sha256Schema, timeSchema, timeZoneSchema } from "../outputs.schema.ts";

const openingSchema = z.object({
  openedAt: timeSchema,
  lastOpenedAt: timeSchema.describe("The last time within half an hour of the time before"),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});

const deliveries = ["sent", "waiting", "saved", "failed", "unknown"] as const;
export type Delivery = (typeof deliveries)[number];

export const shareViewSchema = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    downloads: z.enum(sharedDownloads),
    hasPassword: z.boolean(),
    state: z.enum(["open", "expired", "revoked"]),
    createdAt: timeSchema,
    expiresAt: timeSchema,
    openCount: z.int().describe("Visits by anyone but the owner"),
    openings: z.array(openingSchema).describe("The last ones, newest first"),
    recipient: z
      .string()
      .nullable()
      .describe("The address for which a link that asks for an acknowledgment was made"),
    delivery: z
      .enum(deliveries)
      .nullable()
      .describe(
        "What is known of the email with that link; saved: in the outbox of a server that sends no email. Null for other links, and once it has ended",
      ),
    acknowledgement: z
      .object({
        at: timeSchema,
        timeZone: timeZoneSchema.optional(),
        name: z.string(),
        message: z.string().nullable(),
        documentId: z.string(),
      })
      .nullable()
      .describe("What the reader typed when they acknowledged the project"),
  })
  .meta({ id: "Share" });
export type ShareView = z.infer<typeof shareViewSchema>;

export const newShareSchema = shareViewSchema
  .extend({ url: z.string().describe("The link. It is shown only now, because only its hash is stored") })
  .meta({ id: "NewShare" });
export type NewShareView = z.infer<typeof newShareSchema>;

/** A link of an office that still opens. */
export const officeLinkSchema = z
  .object({
    id: z.string(),
    project: z.object({ id: z.string(), name: z.string() }),
    label: z.string().nullable(),
    recipient: z.string().nullable().describe("The address that was asked for an acknowledgment"),
    createdAt: timeSchema,
    expiresAt: timeSchema,
    ...makerFields,
  })
  .meta({ id: "OfficeLink" });
export type OfficeLink = z.infer<typeof officeLinkSchema>;

export const askedSchema = emailedSchema
  .extend({ url: z.string().nullable().describe("The link to copy, on a server that sends no email") })
  .meta({ id: "AskedAcknowledgement" });
export type Asked = z.infer<typeof askedSchema>;

export const copiedLinkSchema = z
  .object({ url: z.string().describe("The link. It is shown only now, because only its hash is stored") })
  .meta({ id: "CopiedLink" });
export type CopiedLink = z.infer<typeof copiedLinkSchema>;

const sharedDocumentSchema = z.object({
  name: z.string().describe("As attested"),
  generated: generatedSchema,
  serialNumber: z.string(),
  time: timeSchema.describe("On its stamp"),
  timeZone: timeZoneSchema.optional(),
  fileType: z.string(),
  pages: z.int().nullable(),
  stampedSize: z.int().nullable().describe("Bytes of the stamped copy; null for a collection"),
  sha256: sha256Schema.describe("Of the original; for a collection, the root of its hash tree"),
  stampedSha256: sha256Schema.nullable().describe("Null for a collection"),
  collection: z
    .object({ fileCount: z.int(), totalBytes: z.int() })
    .nullable()
    .describe("Null unless it is a collection. Its files stay with their owner"),
  version: z.object({ number: z.int(), of: z.int() }).nullable(),
});
export type SharedDocument = z.infer<typeof sharedDocumentSchema>;

const sharedProjectSchema = z.object({
  name: z.string(),
  owner: z.string().nullable().describe("Their name as they stated it; null if they stated none"),
  downloads: z.enum(sharedDownloads),
  expiresAt: timeSchema,
  entries: z.array(sharedDocumentSchema).describe("The stamped documents in order"),
  timelines: z.array(sharedDocumentSchema).describe("The timeline certificates, newest first"),
  list: z
    .string()
    .nullable()
    .describe("The SHA-256 of the last line of the list of entries, as in a timeline; null without entries"),
  acknowledgement: z
    .object({ givenAt: timeSchema.nullable(), timeZone: timeZoneSchema.optional(), name: z.string() })
    .nullable()
    .describe(
      "Whether the owner asks for an acknowledgment through this link, and who gave it or is asked for it",
    ),
});
export type SharedProject = z.infer<typeof sharedProjectSchema>;

export const openedShareSchema = z
  .object({
    project: sharedProjectSchema.nullable().describe("null: the link has a password, and none was sent"),
    pass: z.string().nullable().describe("Replaces the password for twelve hours; null: there is none"),
  })
  .meta({ id: "OpenedShare" });
export type OpenedShare = z.infer<typeof openedShareSchema>;

export const acknowledgedSchema = z
  .object({ givenAt: timeSchema, timeZone: timeZoneSchema.optional(), name: z.string() })
  .meta({ id: "Acknowledged" });
export type Acknowledged = z.infer<typeof acknowledgedSchema>;
