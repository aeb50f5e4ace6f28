import { z } from "zod";
import { identityFields } from "../../evidence/stated-identity.ts";
import { sha256Schema, timeSchema, timeZoneSchema } from "../outputs.schema.ts";

const base64 = z.string().meta({ contentEncoding: "base64" });

/** What anyone may learn about a completed document from its serial number. */
const documentVerificationSchema = z
  .object({
    serialNumber: z.string(),
    processedDate: timeSchema,
    timeZone: timeZoneSchema.optional(),
    documentName: z.string(),
    clientName: z.string().optional(),
    office: identityFields.office.describe(
      "The office for which the client acts, as the account stated it, not checked. Only there if the member chose to be named, as `email` only if they chose to show it; `domain` is there if an owner put one on certificates",
    ),
    domain: identityFields.domain.describe(
      "The office's domain in punycode, and the day (UTC) on which the server last saw its DNS record before it stamped",
    ),
    email: identityFields.email.describe(
      "The client's address, and the day (UTC) on which a link in an email to it was opened",
    ),
    originalSha256: sha256Schema,
    stampedSha256: sha256Schema,
    certificateSha256: sha256Schema,
    timeline: z
      .object({
        entries: z.int(),
        chain: sha256Schema.describe(
          "The fingerprint of the last line of its list, which covers all other lines",
        ),
      })
      .optional()
      .describe("Only of a timeline certificate: what the attestation says about its entries"),
    acknowledgement: z
      .object({
        entries: z.int(),
        chain: sha256Schema.describe(
          "The fingerprint of the last line of the list that the shared page showed",
        ),
      })
      .optional()
      .describe("Only of an acknowledgment given through a link: no uploaded document has it"),
    originalKept: z.boolean(),
    status: z
      .literal("withdrawn")
      .optional()
      .describe("Only there, with `withdrawnAt`, if its owner deleted it"),
    withdrawnAt: timeSchema
      .optional()
      .describe("When its owner deleted it. The record stays; the names and the signed statement are hidden"),
    /** Over one of the files of the document. Empty for documents older than the time-stamping feature. */
    timeStamps: z.array(
      z.object({
        about: z.enum(["original", "stamped"]),
        isOutside: z.boolean().describe("Whether an external authority issued it"),
        token: base64.describe("Time-stamp token (RFC 3161), DER in base64"),
      }),
    ),
    renewed: z
      .object({
        times: z.array(timeSchema).describe("When its proofs were renewed, in order"),
        record: base64.describe(
          "Evidence record (RFC 4998) over the attestation and the timestamps, DER in base64",
        ),
      })
      .optional()
      .describe("Missing until the proofs are renewed for the first time, before the first certificate ends"),
    /** See evidence/attestation.ts; hidden after the client's account is deleted. */
    attestation: z.string().optional().describe("Compact JWS over the attestation"),
    /** Shown only together with the attestation. */
    receipt: z.string().optional().describe("Receipt of the public log (.tlog-proof)"),
    stage: z
      .object({
        witnesses: z
          .int()
          .describe("How many authorities and witnesses have signed a head of the log over it"),
        block: z.int().optional().describe("The Bitcoin block that has such a head"),
        sentence: z.string().describe("The same in words, with what comes next"),
      })
      .optional()
      .describe(
        "How far its proof has grown, as the server stores it. Shown only together with the receipt. Who is independent of the server is for verifiers to decide",
      ),
    /** All of it is also published under /evidence/log/witnesses. Missing if no witness has signed yet. */
    witnessed: z
      .object({
        /** Bare tokens (RFC 3161) over the checkpoint as the log signed it, DER in base64. */
        tokens: z.array(base64),
        /** An OpenTimestamps proof about it. */
        proof: base64.optional(),
        /** The Bitcoin block the proof leads to: height, a space and the Merkle root. Empty while unconfirmed. */
        blocks: z.string(),
        headers: z
          .string()
          .optional()
          .describe(
            "The path of the block headers that confirm it, 80 bytes each. Missing while they are unknown",
          ),
      })
      .optional()
      .describe("What external witnesses signed about the checkpoint in the receipt"),
  })
  .meta({ id: "DocumentVerification" });
export type DocumentVerification = z.infer<typeof documentVerificationSchema>;

/** The same about a collection. It names none of its files; anyone who has one can request its record. */
const collectionVerificationSchema = z
  .object({
    kind: z.literal("collection"),
    fileCount: z.int(),
    totalBytes: z.int().describe("Of all files together"),
    root: sha256Schema.describe("The root of the hash tree over the files, which the timestamp covers"),
    ...documentVerificationSchema.pick({
      serialNumber: true,
      processedDate: true,
      timeZone: true,
      clientName: true,
      office: true,
      domain: true,
      email: true,
      certificateSha256: true,
      timeStamps: true,
      renewed: true,
      attestation: true,
      receipt: true,
      stage: true,
      witnessed: true,
      status: true,
      withdrawnAt: true,
    }).shape,
    documentName: z.string().describe("The title of the collection"),
  })
  .meta({ id: "CollectionVerification" });
export type CollectionVerification = z.infer<typeof collectionVerificationSchema>;

export const verificationViewSchema = z
  .union([collectionVerificationSchema, documentVerificationSchema])
  .meta({ id: "Verification" });
export type VerificationView = z.infer<typeof verificationViewSchema>;
