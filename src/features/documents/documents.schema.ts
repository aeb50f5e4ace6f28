import { z } from "zod";
import { documentStatuses } from "../../../db/columns/documents.ts";
import type { Message } from "../../errors.ts";
import { type FileType, formatNames } from "../../formats/file-types.ts";
import { languageCodes } from "../../formats/languages.ts";
import { defaultStampPosition, qrCodeChoices, stampPositions } from "../../formats/stamp/stamp.ts";
import { withoutInvisible, withoutStackedMarks } from "../../formats/text/visible-text.ts";
import { rule } from "../rules.ts";

export const uploadMessages = {
  ownership: {
    code: "ownership-not-confirmed",
    text: "Please confirm ownership validation before uploading.",
  },
  tooLarge: (megabytes: number) => ({
    code: "file-too-large",
    text: "File size exceeds {megabytes}MB limit",
    params: { megabytes },
  }),
  unsupportedType: {
    code: "unsupported-file-type",
    text: "Unsupported file type. Please upload PDF, DOCX, or image files.",
  },
} as const;

/**
 * Why a file is of no accepted type: the specification's sentence, and after it what its name does not show. `named`:
 * the type that its name claims, if it claims one that is accepted.
 */
export function refuseType(bytes: number, named: FileType | undefined): Message {
  if (named === undefined) return uploadMessages.unsupportedType;
  if (bytes === 0)
    return {
      code: "file-empty",
      text: "Unsupported file type. Please upload PDF, DOCX, or image files. This file is empty.",
    };
  return {
    code: "file-not-as-named",
    text: "Unsupported file type. Please upload PDF, DOCX, or image files. The name of this file says {format}, but its content is something else.",
    params: { format: formatNames[named] },
  };
}

/**
 * Lines of a form, without invisible characters, such as marks that change the text direction, and without marks that
 * would be drawn over other lines.
 */
const optionalText = (max: number, tooLong: string) =>
  z
    .string()
    .trim()
    .max(max, tooLong)
    .optional()
    .transform(
      (text) =>
        text
          ?.split(/\r?\n/)
          .map((line) => withoutStackedMarks(withoutInvisible(line)))
          .join("\n")
          .trim() || undefined,
    );

/** The longest text about other parties, in UTF-16 units. */
export const maxOtherParties = 2000;

/** The stamp settings of a document: the specification's "timestamp config". */
const timestampConfigSchema = z.object({
  position: z.enum(stampPositions).default(defaultStampPosition),
  format: z.literal("document-timestamp").default("document-timestamp"),
  originalDate: optionalText(100, rule("original-date-too-long", "Original creation date is too long")),
  otherParties: optionalText(
    maxOtherParties,
    rule("other-parties-too-long", "Other parties: please use at most 2,000 characters"),
  ),
  /** The language of the stamp, the certificate and its notes; English if missing. */
  language: z.enum(languageCodes).optional(),
  qrCode: z
    .enum(qrCodeChoices)
    .optional()
    .describe(
      "Whether the stamp has a QR code with the address of the document's public page, wherever a page has room for it. auto, the default: not on a signed PDF",
    ),
  showName: z
    .boolean()
    .optional()
    .describe(
      "In an office: issue it to the member who starts it, for the office, instead of to the office. Default: false",
    ),
  showEmail: z
    .boolean()
    .optional()
    .describe(
      "Whether the certificate and the public record say the email address of the person who starts it, which must be confirmed. Default: false",
    ),
});

/** The settings that change what is printed on the pages. */
export const stampChoicesSchema = timestampConfigSchema.pick({
  position: true,
  language: true,
  qrCode: true,
  showName: true,
});
export type StampChoices = z.infer<typeof stampChoicesSchema>;

const maxListed = 200;

/** The newest documents, at most `limit`, or those that come after the one whose id is `cursor`. */
export const listDocumentsSchema = z
  .object({
    cursor: z.string().min(1).max(64).optional(),
    limit: z.coerce.number().int().min(1).max(maxListed).default(maxListed),
  })
  .prefault({});
export type ListDocumentsInput = z.infer<typeof listDocumentsSchema>;

export const documentIdSchema = z.object({ id: z.string().min(1).max(64) });

/** How many documents one call can delete, or name for a ZIP file: a request line has room for these. */
export const maxChosen = 100;
export const removeDocumentsSchema = z.object({
  ids: z.array(z.string().min(1).max(64)).min(1).max(maxChosen),
  onlyIfStatus: z
    .enum(documentStatuses)
    .optional()
    .describe(
      "Deletes only documents that still have this status. Default: whatever their status is. `uploaded` keeps those that were started meanwhile",
    ),
});
export type RemoveDocumentsInput = z.infer<typeof removeDocumentsSchema>;
export const processDocumentSchema = documentIdSchema.extend(timestampConfigSchema.shape);
export type ProcessDocumentInput = z.infer<typeof processDocumentSchema>;
