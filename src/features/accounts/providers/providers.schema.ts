import { z } from "zod";
import { rule } from "../../rules.ts";
import { registerSchema } from "../accounts.schema.ts";
import { loginSchema } from "../login.schema.ts";
import { hasProof, proofFields, proofRequired } from "../second-factor.schema.ts";

const provider = z.string().max(30).describe("Its ID");

/**
 * An address of this site without scheme and host, as browsers read it: "//host" and "/\host" are addresses of other
 * sites.
 */
const localPath = z
  .string()
  .max(500)
  .refine(isLocalPath, rule("return-path-foreign", "Please give a path of this site, such as /account"))
  .default("/");

function isLocalPath(path: string): boolean {
  const base = "https://this-site.invalid";
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes("\\")) return false;
  return URL.canParse(path, base) && new URL(path, base).origin === base;
}

export const startProviderSchema = z.object({
  provider,
  returnTo: localPath.describe("The path of this site that the browser opens afterward"),
});
export type StartProviderInput = z.infer<typeof startProviderSchema>;

export const linkProviderSchema = z.object({ provider, ...proofFields }).refine(hasProof, proofRequired);
export const firstPasswordSchema = z.object({
  provider,
  code: proofFields.code,
  passkey: proofFields.passkey.describe("If the account has one; not with a code of the app"),
});
export type FirstPasswordInput = z.infer<typeof firstPasswordSchema>;

export const unlinkProviderSchema = z
  .object({ id: z.string().max(64), ...proofFields })
  .refine(hasProof, proofRequired);

/** What a new account needs besides the provider. */
export const newProviderAccountSchema = registerSchema.omit({ password: true });

export const newPasswordSchema = z.object({ newPassword: registerSchema.shape.password });

export const finishProviderSchema = z.object({
  code: loginSchema.shape.code,
  account: newProviderAccountSchema.optional().describe("For a person who has no account yet"),
  newPassword: newPasswordSchema.shape.newPassword.optional().describe("For an account without a password"),
});
export type FinishProviderInput = z.infer<typeof finishProviderSchema>;
