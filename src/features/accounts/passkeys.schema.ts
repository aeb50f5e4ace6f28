import { z } from "zod";
import { rule } from "../rules.ts";

const encoded = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);
const credential = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal("public-key"),
};

/** What a browser answers to a request to make a passkey (RegistrationResponseJSON of WebAuthn). */
const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8000),
    attestationObject: encoded(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** What a browser answers to a request to sign with a passkey (AuthenticationResponseJSON of WebAuthn). */
export const signedPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8000),
    authenticatorData: encoded(8000),
    signature: encoded(8000),
    userHandle: encoded(200).optional(),
  }),
});
export type SignedPasskey = z.infer<typeof signedPasskeySchema>;

export const signInByPasskeySchema = z.object({ passkey: signedPasskeySchema });

const name = z
  .string()
  .trim()
  .min(1, rule("passkey-name-required", "Please enter a name"))
  .max(100, rule("passkey-name-too-long", "This name is too long"));

export const addPasskeySchema = z.object({ name, passkey: newPasskeySchema });
export type AddPasskeyInput = z.infer<typeof addPasskeySchema>;
export const passkeyNameSchema = z.object({ name });
export const renamePasskeySchema = z.object({ id: encoded(1400), name });
export const passkeyIdSchema = z.object({ id: encoded(1400) });

/** The most passkeys of one account. */
export const maxPasskeys = 20;
