import { z } from "zod";
import {
  newTokenViewSchema,
  tokenViewSchema,
} from "../../../features/accounts/access-tokens.output.schema.ts";
import { createTokenSchema, tokenIdSchema } from "../../../features/accounts/access-tokens.schema.ts";
import { createToken, listTokens, revokeToken } from "../../../features/accounts/access-tokens.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { noLimit } from "../openapi/call-description.ts";
import { accountProcedure, router } from "../trpc.ts";

/** For signed-in users: tokens cannot create, list or revoke tokens. */
export const accessTokensRouter = router({
  list: accountProcedure("manager")
    .meta({
      rest: {
        route: "GET /api/tokens",
        group: "Access tokens",
        summary: "Your tokens, newest first",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(z.array(tokenViewSchema))
    .query(({ ctx }) => listTokens(ctx.deps, ctx.actor)),

  create: accountProcedure("manager")
    .meta({
      rest: {
        route: "POST /api/tokens",
        idempotency: "noted",
        group: "Access tokens",
        summary: "Create a token; only this answer contains it in full",
        about: "the caller",
        limits: ["accessChangesPerAccount"],
        refusals: ["conflict"],
      },
    })
    .input(createTokenSchema)
    .output(newTokenViewSchema)
    .mutation(({ ctx, input }) => createToken(ctx.deps, ctx.actor, input)),

  revoke: accountProcedure("manager")
    .meta({
      rest: {
        route: "DELETE /api/tokens/:id",
        group: "Access tokens",
        summary: "Revoke a token immediately",
        about: "the caller",
        limits: { none: "at most once for each token" },
      },
    })
    .input(tokenIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),
});
