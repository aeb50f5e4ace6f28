import { z } from "zod";
import { timeSchema } from "../../outputs.schema.ts";

/** Where to send the browser. */
export const providerUrlSchema = z.object({ url: z.string().describe("At the provider") });

export const providerFinishedSchema = z
  .object({
    result: z
      .enum(["entered", "linked", "account-needed", "password-needed", "password-set", "proven"])
      .describe("`…-needed`: call again with it"),
    provider: z.string().describe("The provider's name"),
    username: z.string().nullable().describe("Of the account; null before it exists"),
    proof: z
      .string()
      .nullable()
      .describe(
        "Of `proven`: good for one change within fifteen minutes, as `providerProof`; otherwise null",
      ),
    returnTo: z.string().describe("The path of this site that the browser opens now"),
    suggestion: z
      .object({
        username: z.string(),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
      })
      .nullable()
      .describe("What the provider says about the person, for the form of a new account"),
  })
  .meta({ id: "ProviderFinished" });
export type ProviderFinished = z.infer<typeof providerFinishedSchema>;

export const linkedProvidersSchema = z
  .object({
    hasPassword: z.boolean().describe("Whether the account has a password"),
    linked: z.array(
      z.object({
        id: z.string(),
        provider: z.string().nullable().describe("Its ID; null if the site no longer has it"),
        name: z.string().describe("Such as Google; the issuer if the site no longer has it"),
        label: z.string().nullable().describe("The address or name at the provider"),
        createdAt: timeSchema,
        lastUsedAt: timeSchema.nullable(),
      }),
    ),
  })
  .meta({ id: "LinkedProviders" });
export type LinkedProviders = z.infer<typeof linkedProvidersSchema>;
