import { z } from "zod";
import { documentStatuses } from "../../../db/columns/documents.ts";
import { languageCodes } from "../../formats/languages.ts";
import { qrCodeChoices, stampPositions } from "../../formats/stamp/stamp.ts";
import { messageSchema, paramsSchema, sha256Schema, timeSchema, timeZoneSchema } from "../outputs.schema.ts";

/**
 * Whether the server takes the additional types (EXTRA_TYPES), and why it cannot take Word documents right now, as a
 * message and as a code; null if it can.
 */
export const acceptedUploadsSchema = z.object({
  extraTypes: z.boolean(),
  wordRefusal: z.string().nullable(),
  wordRefusalCode: z.string().nullable(),
  wordRefusalParams: paramsSchema.nullable(),
});
export type AcceptedUploads = z.infer<typeof acceptedUploadsSchema>;

/** What the service itself made; pages show its name in the reader's language. */
export const generatedSchema = z
  .enum(["timeline", "acknowledgement"])
  .nullable()
  .describe(
    "Of a timeline certificate or an acknowledgment of a shared project; null for all other documents",
  );
export type Generated = z.infer<typeof generatedSchema>;

const addressOpeningSchema = z.object({
  address: z.string(),
  salt: z.string().describe("64 hex digits. The acknowledgment contains the SHA-256 of salt, space, address"),
});

/** A document as its owner sees it. It never contains a path on disk; fields named …Path hold opaque keys or null. */
export const documentViewSchema = z
  .object({
    id: z.string(),
    originalName: z.string().describe("The name at upload, which is attested"),
    displayName: z.string().describe("The name its owner gave it; until then, the name at upload"),
    note: z.string().nullable().describe("The owner's own note"),
    generated: generatedSchema,
    recipient: addressOpeningSchema
      .nullable()
      .describe("Of an acknowledgment: whom it was requested from, and the proof for it. Otherwise null"),
    projectId: z.string().nullable().describe("The project it belongs to, or null"),
    collection: z
      .object({ fileCount: z.int(), totalBytes: z.int(), root: sha256Schema, hasNames: z.boolean() })
      .nullable()
      .describe("Of a collection: its files, which stay with their owner. Null for all other documents"),
    fileType: z.string().describe("Media type, from the content"),
    fileSize: z.string().describe("Bytes, as text"),
    status: z.enum(documentStatuses),
    serialNumber: z.string().nullable(),
    errorMessage: z.string().nullable(),
    errorCode: z
      .string()
      .nullable()
      .describe("The code of errorMessage; null for documents that an earlier version refused"),
    errorParams: paramsSchema.nullable(),
    timestampConfig: z
      .object({
        position: z.enum(stampPositions),
        format: z.literal("document-timestamp"),
        originalDate: z.string().optional(),
        otherParties: z.string().optional(),
        language: z.enum(languageCodes).optional().describe("Of the certificate; English if missing"),
        qrCode: z.enum(qrCodeChoices).optional().describe("In the stamp; auto if missing"),
        showName: z
          .boolean()
          .optional()
          .describe("Whether an office's document is issued to the member who started it, for the office"),
        showEmail: z
          .boolean()
          .optional()
          .describe("Whether the certificate says the email address of the person who started it"),
      })
      .nullable(),
    paymentCompleted: z.string().describe('"true" or "false", as text'),
    sha256: sha256Schema.describe("Of the original: 64 lower-case hex digits"),
    stampedSha256: sha256Schema.nullable(),
    stampedType: z.string().nullable(),
    certificateSha256: sha256Schema.nullable(),
    pages: z.int().nullable(),
    originalKept: z
      .boolean()
      .nullable()
      .describe("Whether the stamped copy begins with the original's bytes"),
    notes: z.array(z.string()).describe("What was changed in the file, in sentences"),
    noteMessages: z
      .array(z.object({ message: z.string(), code: z.string().nullable(), params: paramsSchema.nullable() }))
      .describe("The notes with their codes, which are null for documents of an earlier version"),
    processedPath: z.string().nullable(),
    certificatePath: z.string().nullable(),
    /** Whole seconds, as they are attested; `processedAt` as well. */
    createdAt: timeSchema,
    processedAt: timeSchema.nullable(),
    timeZone: timeZoneSchema.optional(),
    originalDeletedAt: timeSchema.nullable(),
  })
  .meta({ id: "Document" });
export type DocumentView = z.infer<typeof documentViewSchema>;

export const deletedSchema = z
  .object({ deleted: z.int().describe("How many of them were still there") })
  .meta({ id: "Deleted" });

/** The outcome of an email so far, and a sentence that states it. */
export const emailedSchema = z
  .object({ success: z.literal(true), state: z.enum(["sent", "queued", "saved"]), ...messageSchema.shape })
  .meta({ id: "Emailed" });
export type EmailAnswer = z.infer<typeof emailedSchema>;

export const emailedDocumentSchema = z
  .object({
    name: z.string().describe("As attested"),
    serialNumber: z.string(),
    time: timeSchema.describe("On its stamp"),
    timeZone: timeZoneSchema.optional(),
    isCollection: z.boolean().describe("A collection has a list of its files instead of a stamped copy"),
  })
  .meta({ id: "EmailedDocument" });
export type EmailedDocument = z.infer<typeof emailedDocumentSchema>;
