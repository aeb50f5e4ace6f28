import { z } from "zod";
import { tokenScopes } from "../../../db/columns/accounts.ts";
import { makerFields, timeSchema } from "../outputs.schema.ts";

/** A token as its owner sees it, without its secret. */
export const tokenViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    createdAt: timeSchema,
    lastUsedAt: timeSchema
      .nullable()
      .describe("Null before the first use; updated at most every ten minutes"),
    expiresAt: timeSchema.nullable().describe("Null: valid until it is revoked"),
  })
  .meta({ id: "AccessToken" });
export type TokenView = z.infer<typeof tokenViewSchema>;

/** A token of an office, as its owners see all of them. */
export const officeTokenSchema = tokenViewSchema.extend(makerFields).meta({ id: "OfficeToken" });
export type OfficeToken = z.infer<typeof officeTokenSchema>;

/** A new token, including its secret, which no other response contains. */
export const newTokenViewSchema = tokenViewSchema
  .extend({ token: z.string().describe("The whole token, shown only this once") })
  .meta({ id: "NewAccessToken" });
export type NewTokenView = z.infer<typeof newTokenViewSchema>;
