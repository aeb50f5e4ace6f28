import { z } from "zod";

/** In UTF-16 units. */
export const maxOfficeLength = 60;
/** A longer domain, in punycode, cannot be verified: the QR code would be too fine. */
export const maxDomainLength = 80;
/** A longer address does not stand in statements. */
export const maxStatedAddressLength = 100;

/** What a statement says of the client besides the name. Statements of earlier versions have none of it. */
export const identityFields = {
  /** The name of the office for which the client acts, as its owners stated it, cut to 60 characters. */
  office: z.string().min(1).max(maxOfficeLength).optional(),
  /** The office's domain, in punycode, and the day (UTC) on which the server last saw its record in the DNS. */
  domain: z
    .strictObject({
      name: z
        .string()
        .min(3)
        .max(maxDomainLength)
        .regex(/^[a-z0-9.-]+$/),
      on: z.iso.date(),
    })
    .optional(),
  /** The client's email address, and the day (UTC) on which a link in an email to it was opened. */
  email: z
    .strictObject({
      address: z
        .string()
        .max(maxStatedAddressLength)
        .regex(/^[!-?A-~]+@[!-?A-~]+$/),
      on: z.iso.date(),
    })
    .optional(),
};

const identitySchema = z.object(identityFields);
export type StatedIdentity = z.infer<typeof identitySchema>;

/** The part of a statement, or of a record, that says this. */
export function identityOf({ office, domain, email }: StatedIdentity): StatedIdentity {
  return { ...(office && { office }), ...(domain && { domain }), ...(email && { email }) };
}
