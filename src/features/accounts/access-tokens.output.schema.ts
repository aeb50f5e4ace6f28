import { z } from "zod";
import { timeSchema } from "../outputs.schema.ts";
import { tokenScopes } from "./access-tokens.schema.ts";

/** A token as its owner sees it: never its secret. */
export const tokenViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    createdAt: timeSchema,
    lastUsedAt: timeSchema
      .nullable()
      .describe("Null before its first use; noted at most once in ten minutes"),
    expiresAt: timeSchema.nullable().describe("Null: good until it is revoked"),
  })
  .meta({ id: "AccessToken" });
export type TokenView = z.infer<typeof tokenViewSchema>;

/** A new token: the only answer with all of it. */
export const newTokenViewSchema = tokenViewSchema
  .extend({ token: z.string().describe("All of it, shown this once") })
  .meta({ id: "NewAccessToken" });
export type NewTokenView = z.infer<typeof newTokenViewSchema>;
