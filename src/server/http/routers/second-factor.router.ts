import {
  recoveryCodesSchema,
  secondFactorSchema,
  startedAppSchema,
} from "../../../features/accounts/second-factor.output.schema.ts";
import { confirmAppSchema, proofSchema } from "../../../features/accounts/second-factor.schema.ts";
import {
  confirmAuthenticatorApp,
  describeSecondFactor,
  makeRecoveryCodes,
  removeAuthenticatorApp,
  startAuthenticatorApp,
} from "../../../features/accounts/second-factor.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { router, signedInProcedure } from "../trpc.ts";

/** For signed-in users: tokens can neither see nor change how their owner signs in. */
export const secondFactorRouter = router({
  describe: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/auth/second-factor",
        group: "Account",
        summary: "Whether signing in takes a second step, and how many recovery codes are left",
      },
    })
    .output(secondFactorSchema)
    .query(({ ctx }) => describeSecondFactor(ctx.deps, ctx.actor)),

  startApp: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/authenticator-app",
        group: "Account",
        summary: "Make the secret for an authenticator app; it counts once a code confirms it",
        refusals: ["conflict", "rate_limited"],
      },
    })
    .input(proofSchema)
    .output(startedAppSchema)
    .mutation(({ ctx, input }) => startAuthenticatorApp(ctx.deps, ctx.actor, input)),

  confirmApp: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/authenticator-app/confirm",
        group: "Account",
        summary:
          "Add the authenticator app with a code from it; ends all other sessions and returns the recovery codes",
        refusals: ["conflict", "rate_limited"],
      },
    })
    .input(confirmAppSchema)
    .output(recoveryCodesSchema)
    .mutation(({ ctx, input }) => confirmAuthenticatorApp(ctx.deps, ctx.actor, input.code, ctx)),

  removeApp: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/authenticator-app/remove",
        group: "Account",
        summary: "Remove the authenticator app and the recovery codes",
        refusals: ["not_found", "rate_limited"],
      },
    })
    .input(proofSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeAuthenticatorApp(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  makeRecoveryCodes: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/recovery-codes",
        group: "Account",
        summary: "Make new recovery codes; earlier ones stop working",
        refusals: ["not_found", "rate_limited"],
      },
    })
    .input(proofSchema)
    .output(recoveryCodesSchema)
    .mutation(({ ctx, input }) => makeRecoveryCodes(ctx.deps, ctx.actor, input)),
});
