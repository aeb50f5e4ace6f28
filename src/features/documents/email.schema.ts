import { z } from "zod";
import { mailAddressSchema, recipientNameSchema } from "../mail/mail.schema.ts";
import { documentIdSchema } from "./documents.schema.ts";

/** How long the links in a mail work. A mail has links when the document is too large to attach. */
export const sharedLinkDays = 14;

/** The recipient of a document. */
export const recipientSchema = z.object({ email: mailAddressSchema, name: recipientNameSchema });

export const emailDocumentSchema = documentIdSchema.extend(recipientSchema.shape);
export type EmailDocumentInput = z.infer<typeof emailDocumentSchema>;
