import { z } from "zod";
import { mailAddressSchema, recipientNameSchema } from "../mail/mail.schema.ts";
import { documentIdSchema } from "./documents.schema.ts";

/** For so long the links of a mail load a document that was too large for it. */
export const sharedLinkDays = 14;

/** Who gets a document by mail. */
export const recipientSchema = z.object({ email: mailAddressSchema, name: recipientNameSchema });

export const emailDocumentSchema = documentIdSchema.extend(recipientSchema.shape);
export type EmailDocumentInput = z.infer<typeof emailDocumentSchema>;
