import { z } from "zod";
import { documentViewSchema } from "../documents/documents.output.schema.ts";
import { sha256Schema } from "../outputs.schema.ts";

/** A collection as returned to its owner. */
export const collectionViewSchema = z
  .object({
    ...documentViewSchema.pick({
      id: true,
      note: true,
      projectId: true,
      status: true,
      serialNumber: true,
      errorMessage: true,
      errorCode: true,
      errorParams: true,
      certificateSha256: true,
      paymentCompleted: true,
      timestampConfig: true,
      createdAt: true,
      processedAt: true,
      timeZone: true,
    }).shape,
    title: z.string().describe("The title that is attested"),
    displayName: z.string().describe("The name its owner gave it; the title until then"),
    fileCount: z.int(),
    totalBytes: z.int().describe("Of all files together"),
    root: sha256Schema.describe("The root of the hash tree over its files, which is timestamped"),
    hasNames: z.boolean().describe("False if its owner kept the file names private"),
    listsFiles: z.boolean().describe("False if the certificate shows only the root"),
    sha256: sha256Schema.describe(
      "Of the list of files: for each, a line with a JSON array of its size, its sha256 and, unless names are hidden, its name",
    ),
    sha256sumsSha256: sha256Schema.nullable().describe("Of its SHA256SUMS; null until it is completed"),
  })
  .meta({ id: "Collection" });
export type CollectionView = z.infer<typeof collectionViewSchema>;

export const fileRecordSchema = z
  .object({
    index: z.int().describe("The file's place in the collection, from 0"),
    fileCount: z.int(),
    record: z
      .string()
      .meta({ contentEncoding: "base64" })
      .describe("Evidence record of this one file (RFC 4998, .ers), DER in base64"),
  })
  .meta({ id: "FileRecord" });
export type FileRecord = z.infer<typeof fileRecordSchema>;
