import { z } from "zod";
import { timeSchema } from "../outputs.schema.ts";
import { passkeyViewSchema } from "./passkeys.output.schema.ts";

export const secondFactorSchema = z
  .object({
    appSince: timeSchema.nullable().describe("When the authenticator app was added; null: there is none"),
    passkeys: z.array(passkeyViewSchema).describe("Oldest first"),
    recoveryCodesLeft: z.number().int().describe("Recovery codes that were not used yet"),
  })
  .meta({ id: "SecondFactor" });
export type SecondFactorView = z.infer<typeof secondFactorSchema>;

export const startedAppSchema = z
  .object({
    secret: z.string().describe("In base32, to type into an app"),
    uri: z.string().describe("The same as an otpauth:// address, for a QR code"),
  })
  .meta({ id: "StartedAuthenticatorApp" });
export type StartedApp = z.infer<typeof startedAppSchema>;

export const recoveryCodesSchema = z
  .object({ recoveryCodes: z.array(z.string()).describe("Each works once; only this answer contains them") })
  .meta({ id: "RecoveryCodes" });
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesSchema>;
