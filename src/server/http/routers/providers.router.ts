import {
  describeProviders,
  startFirstPassword,
  startLink,
  startProviderProof,
  unlinkProvider,
} from "../../../features/accounts/providers/linked-providers.service.ts";
import { finishProviderSignIn } from "../../../features/accounts/providers/provider-finish.service.ts";
import { startProviderSignIn } from "../../../features/accounts/providers/provider-start.service.ts";
import {
  linkedProvidersSchema,
  providerFinishedSchema,
  providerUrlSchema,
} from "../../../features/accounts/providers/providers.output.schema.ts";
import {
  finishProviderSchema,
  firstPasswordSchema,
  linkProviderSchema,
  startProviderSchema,
  unlinkProviderSchema,
} from "../../../features/accounts/providers/providers.schema.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import type { Context } from "../context.ts";
import { codeLimits, noLimit, proofLimits } from "../openapi/call-description.ts";
import { publicProcedure, router, settingUpProcedure, signedInProcedure } from "../trpc.ts";
import { enter } from "./accounts.router.ts";

export const providersRouter = router({
  start: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/provider-login",
        group: "Account",
        summary: "Begin a sign-in with an identity provider",
        about: "the public",
        limits: ["providerSignInsPerAddress"],
        refusals: ["not_found", "unavailable"],
      },
    })
    .input(startProviderSchema)
    .output(providerUrlSchema)
    .mutation(async ({ ctx, input }) =>
      sendAway(ctx, await startProviderSignIn(ctx.deps, input, ctx.address)),
    ),

  finish: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/provider-login/finish",
        group: "Account",
        summary: "End what was begun, once the provider has sent the browser back",
        about: "the public",
        limits: ["providerSignInsPerAddress", ...codeLimits],
        refusals: ["not_found", "unauthenticated", "forbidden", "conflict", "unavailable"],
      },
    })
    .input(finishProviderSchema)
    .output(providerFinishedSchema)
    .mutation(async ({ ctx, input }) => {
      const { answer, cookies } = await finishProviderSignIn(ctx.deps, input, ctx);
      if (answer.result === "entered") await enter(ctx, { username: answer.username ?? "", cookies });
      return answer;
    }),

  describe: settingUpProcedure
    .meta({
      rest: {
        route: "GET /api/auth/providers",
        group: "Account",
        summary: "The identity providers that your account is linked to",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(linkedProvidersSchema)
    .query(({ ctx }) => describeProviders(ctx.deps, ctx.actor)),

  startLink: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/providers",
        group: "Account",
        summary: "Begin to link your account to an identity provider",
        about: "the caller",
        limits: proofLimits,
        refusals: ["not_found", "conflict", "unavailable"],
      },
    })
    .input(linkProviderSchema)
    .output(providerUrlSchema)
    .mutation(async ({ ctx, input }) => sendAway(ctx, await startLink(ctx.deps, ctx.actor, input))),

  startFirstPassword: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/providers/first-password",
        group: "Account",
        summary: "Begin to choose a password for an account that has none, by way of its identity provider",
        about: "the caller",
        limits: proofLimits,
        refusals: ["not_found", "unavailable"],
      },
    })
    .input(firstPasswordSchema)
    .output(providerUrlSchema)
    .mutation(async ({ ctx, input }) => sendAway(ctx, await startFirstPassword(ctx.deps, ctx.actor, input))),

  startProof: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/providers/proof",
        group: "Account",
        summary: "Begin to prove, by way of your account's identity provider, that you ask for a change",
        about: "the caller",
        limits: ["passwordChangesPerAccount"],
        refusals: ["not_found", "unavailable"],
      },
    })
    .input(startProviderSchema)
    .output(providerUrlSchema)
    .mutation(async ({ ctx, input }) => sendAway(ctx, await startProviderProof(ctx.deps, ctx.actor, input))),

  unlink: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/providers/:id/unlink",
        group: "Account",
        summary: "Remove the link to an identity provider; ends all other sessions",
        about: "the caller",
        limits: proofLimits,
        refusals: ["not_found", "conflict"],
      },
    })
    .input(unlinkProviderSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await unlinkProvider(ctx.deps, ctx.actor, input, ctx);
      return { success: true };
    }),
});

/** Sets the cookie by which the browser is known when it comes back. */
function sendAway(ctx: Context, { url, cookie }: { url: string; cookie: string }): { url: string } {
  ctx.setCookie(cookie);
  return { url };
}
