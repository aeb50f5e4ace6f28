import { z } from "zod";
import { languageCodes } from "../../formats/languages.ts";
import { withoutInvisible, withoutStackedMarks } from "../../formats/text/visible-text.ts";
import { mailAddressSchema, recipientNameSchema } from "../mail/mail.schema.ts";
import { rule } from "../rules.ts";
import { documentIdSchema } from "./documents.schema.ts";

/** How long the links in a mail work. An email has links when the document is too large to attach. */
export const sharedLinkDays = 14;

/** The longest note in an email, in UTF-16 units. */
export const maxMailNote = 200;

/** One line of the sender's own words, which never becomes a link. */
const noteSchema = z
  .string()
  .trim()
  .max(maxMailNote, rule("mail-note-too-long", "Please use at most 200 characters"))
  .transform((note) => withoutStackedMarks(withoutInvisible(note)).replace(/\s+/gu, " ").trim() || undefined)
  .optional();

/** The recipient of a document, a line for them, and the language of the mail (default: English). */
export const recipientSchema = z.object({
  email: mailAddressSchema,
  name: recipientNameSchema,
  note: noteSchema,
  language: z.enum(languageCodes).optional(),
});

/** The most documents in one email. */
export const maxMailed = 20;

export const emailSeveralSchema = recipientSchema.extend({
  ids: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(maxMailed, rule("too-many-for-email", "Please choose at most 20 documents for one email.")),
});
export type EmailSeveralInput = z.infer<typeof emailSeveralSchema>;

export const emailDocumentSchema = documentIdSchema.extend(recipientSchema.shape);
export type EmailDocumentInput = z.infer<typeof emailDocumentSchema>;

/** The token behind the # of a link in an email. */
export const openSharedSchema = z.object({
  token: z
    .string()
    .max(200, rule("link-incomplete", "This link is incomplete."))
    .describe("The part after the #"),
});
