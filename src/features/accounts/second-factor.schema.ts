import { z } from "zod";
import { rule } from "../rules.ts";
import { passkeyIdSchema, type SignedPasskey, signedPasskeySchema } from "./passkeys.schema.ts";

export const confirmAppSchema = z.object({
  code: z
    .string()
    .trim()
    .min(1, rule("code-required", "Please enter the code"))
    .max(40, rule("code-too-long", "This code is too long")),
});

/** The password, for the pages' forms. */
export const passwordProofSchema = z.object({
  currentPassword: z
    .string()
    .min(1, rule("current-password-required", "Current password is required"))
    .max(1000, rule("password-too-long", "Password too long")),
});

/** What proves that the owner, not only their browser, wants a change; see `requireProof`. */
export const proofFields = {
  currentPassword: passwordProofSchema.shape.currentPassword.optional(),
  code: confirmAppSchema.shape.code
    .optional()
    .describe("Of the authenticator app, or a recovery code, if the account has an app; not with a passkey"),
  passkey: signedPasskeySchema.optional().describe("Instead of the password and the code"),
  providerProof: z
    .string()
    .max(200)
    .optional()
    .describe("Instead of the password: what `POST /api/auth/provider-login/finish` gave as `proof`"),
};
export const hasProof = ({ currentPassword, passkey, providerProof }: Proof) =>
  currentPassword !== undefined || passkey !== undefined || providerProof !== undefined;
export const proofRequired = {
  error: rule("current-password-required", "Current password is required"),
  path: ["currentPassword"],
};

export const proofSchema = z.object(proofFields).refine(hasProof, proofRequired);
export type Proof = {
  currentPassword?: string | undefined;
  code?: string | undefined;
  passkey?: SignedPasskey | undefined;
  providerProof?: string | undefined;
};

export const removePasskeySchema = z
  .object({ ...passkeyIdSchema.shape, ...proofFields })
  .refine(hasProof, proofRequired);
