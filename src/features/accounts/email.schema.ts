import { z } from "zod";
import { withAsciiDomain } from "../../formats/text/ascii-domain.ts";
import { rule } from "../rules.ts";
import { hasProof, proofFields, proofRequired } from "./second-factor.schema.ts";

export const confirmEmailSchema = z.object({
  /** The token of the link in the email. */
  token: z.string().max(200, rule("link-incomplete", "This link is incomplete.")),
});
export type ConfirmEmailInput = z.infer<typeof confirmEmailSchema>;

export const newEmailSchema = z
  .string(rule("email-invalid", "Invalid email"))
  .trim()
  .overwrite(withAsciiDomain)
  .max(255, rule("email-too-long", "Email too long"))
  .pipe(z.email(rule("email-invalid", "Invalid email")));

export const setEmailSchema = z
  .object({ email: newEmailSchema, ...proofFields })
  .refine(hasProof, proofRequired);
export type SetEmailInput = z.infer<typeof setEmailSchema>;
