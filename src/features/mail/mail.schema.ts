import { z } from "zod";
import { withAsciiDomain } from "../../formats/text/ascii-domain.ts";
import { rule } from "../rules.ts";

const invalidAddress = rule("email-address-invalid", "Invalid email address");

/**
 * One address that can be written into an SMTP command unchanged: no list, no group, no name, no quoted local part, no
 * line breaks (RFC 5321, 4.1.2, without its obsolete forms).
 */
export const mailAddressSchema = z
  .string(invalidAddress)
  .max(255, invalidAddress)
  .trim()
  .overwrite(withAsciiDomain)
  .pipe(z.email(invalidAddress));

/** Letters of any script with their marks and joiners, spaces, apostrophes, hyphens, periods, commas and ampersands. */
const nameCharacters = /^(?:[\p{L}\p{M}]|[ '\u2019\u02bc\u2010\u2011.,&-]|\u200c|\u200d)*$/u;
/** A period needs a space after it unless it follows an initial: "St. John" and "J.R. Smith", but no host name. */
const hostLike = /\.[\p{L}\p{M}-]{2,}/u;

/**
 * The name of a recipient, who never asked for an email: it must not contain a message, a phone number or an address.
 */
export const recipientNameSchema = z
  .string()
  .trim()
  .max(60, { error: rule("name-too-long", "Name too long"), abort: true })
  .refine((name) => nameCharacters.test(name), {
    error: rule(
      "recipient-name-characters",
      "Please use only letters, spaces, apostrophes, hyphens, periods, commas and & in the name",
    ),
    abort: true,
  })
  .refine(
    (name) => !hostLike.test(name),
    rule("recipient-name-like-address", "Please write a space after each period in the name"),
  )
  .optional()
  .transform((name) => (name === "" ? undefined : name));
