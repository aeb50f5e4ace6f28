import { z } from "zod";
import { timeSchema } from "../outputs.schema.ts";

export const passkeyViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: timeSchema,
    lastUsedAt: timeSchema.nullable(),
  })
  .meta({ id: "Passkey" });
export type PasskeyView = z.infer<typeof passkeyViewSchema>;

export const passkeyOptionsSchema = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .describe(
        "For the browser (PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON of WebAuthn)",
      ),
  })
  .meta({ id: "PasskeyOptions" });
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;
