import { z } from "zod";
import { tokenScopes } from "../../../db/columns/accounts.ts";
import { rule } from "../rules.ts";

export const maxTokens = 20;

/** A token that may do nothing. */
export const mayNothing = rule("scopes-required", "Please choose what the token may do");

export const createTokenSchema = z.object({
  name: z
    .string(rule("name-required", "Please enter a name"))
    .trim()
    .min(1, rule("name-required", "Please enter a name"))
    .max(100, rule("name-too-long", "Name too long")),
  scopes: z
    .array(
      z.enum(tokenScopes, rule("scope-unknown", "Please choose one of the available scopes")),
      mayNothing,
    )
    .min(1, mayNothing)
    .max(tokenScopes.length, rule("scope-repeated", "Please list each scope only once")),
  /** Without it, a list of scopes for documents alone brings those for collections and projects, as it did before. */
  exactScopes: z.boolean().optional(),
  /** Without it the token is valid until it is revoked. */
  expiresInDays: z
    .int(rule("days-not-whole", "Please enter whole days"))
    .min(1, rule("days-too-few", "Please enter at least one day"))
    .max(3650, rule("days-too-many", "Please enter at most 3650 days"))
    .optional(),
});
export type CreateTokenInput = z.infer<typeof createTokenSchema>;

export const tokenIdSchema = z.object({ id: z.string().min(1).max(64) });
