import { z } from "zod";

const invalidAddress = "Invalid email address";

/**
 * One address that can be written into an SMTP command as it stands: no list, no group, no name, no quoted
 * local part, nothing that ends a line (RFC 5321, 4.1.2, without its obsolete forms).
 */
export const mailAddressSchema = z
  .string(invalidAddress)
  .max(255, invalidAddress)
  .trim()
  .pipe(z.email(invalidAddress));

/** The name of a recipient: one line, and no link that a mail client would make clickable. */
export const recipientNameSchema = z
  .string()
  .trim()
  .max(100, "Name too long")
  .refine((name) => !/\p{Cc}|https?:\/\/|www\./iu.test(name), "The name must not contain a link")
  .optional()
  .transform((name) => (name === "" ? undefined : name));
