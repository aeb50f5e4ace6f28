import {
  passkeyOptionsSchema,
  passkeyViewSchema,
} from "../../../features/accounts/passkeys.output.schema.ts";
import { addPasskeySchema, renamePasskeySchema } from "../../../features/accounts/passkeys.schema.ts";
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startProof,
} from "../../../features/accounts/passkeys.service.ts";
import {
  recoveryCodesSchema,
  secondFactorSchema,
  startedAppSchema,
} from "../../../features/accounts/second-factor.output.schema.ts";
import {
  confirmAppSchema,
  proofSchema,
  removePasskeySchema,
} from "../../../features/accounts/second-factor.schema.ts";
import {
  confirmAuthenticatorApp,
  describeSecondFactor,
  makeRecoveryCodes,
  removeAuthenticatorApp,
  startAuthenticatorApp,
} from "../../../features/accounts/second-factor.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { noLimit, proofLimits } from "../openapi/call-description.ts";
import { router, settingUpProcedure, signedInProcedure } from "../trpc.ts";

/** For signed-in users: tokens can neither see nor change how their owner signs in. */
export const secondFactorRouter = router({
  describe: settingUpProcedure
    .meta({
      rest: {
        route: "GET /api/auth/second-factor",
        group: "Account",
        summary: "Whether signing in takes a second step, and how many recovery codes are left",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(secondFactorSchema)
    .query(({ ctx }) => describeSecondFactor(ctx.deps, ctx.actor)),

  startApp: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/authenticator-app",
        group: "Account",
        summary: "Make the secret for an authenticator app; it counts once a code confirms it",
        about: "the caller",
        limits: proofLimits,
        refusals: ["conflict"],
      },
    })
    .input(proofSchema)
    .output(startedAppSchema)
    .mutation(({ ctx, input }) => startAuthenticatorApp(ctx.deps, ctx.actor, input)),

  confirmApp: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/authenticator-app/confirm",
        group: "Account",
        summary:
          "Add the authenticator app with a code from it; ends all other sessions and returns the recovery codes",
        about: "the caller",
        limits: ["passwordChangesPerAccount"],
        refusals: ["conflict"],
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
        about: "the caller",
        limits: proofLimits,
        refusals: ["not_found"],
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
        about: "the caller",
        limits: proofLimits,
        refusals: ["not_found"],
      },
    })
    .input(proofSchema)
    .output(recoveryCodesSchema)
    .mutation(({ ctx, input }) => makeRecoveryCodes(ctx.deps, ctx.actor, input)),

  startPasskey: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/passkeys/options",
        group: "Account",
        summary: "What a browser needs to make a passkey, for five minutes",
        about: "the caller",
        limits: proofLimits,
        refusals: ["conflict"],
      },
    })
    .input(proofSchema)
    .output(passkeyOptionsSchema)
    .mutation(({ ctx, input }) => startPasskey(ctx.deps, ctx.actor, input)),

  addPasskey: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/passkeys",
        group: "Account",
        summary: "Add the passkey that the browser made",
        about: "the caller",
        limits: { none: "an account can have at most twenty" },
        refusals: ["conflict"],
      },
    })
    .input(addPasskeySchema)
    .output(passkeyViewSchema)
    .mutation(({ ctx, input }) => addPasskey(ctx.deps, ctx.actor, input)),

  renamePasskey: settingUpProcedure
    .meta({
      rest: {
        route: "PATCH /api/auth/passkeys/:id",
        group: "Account",
        summary: "Rename a passkey",
        about: "the caller",
        limits: noLimit.oneRow,
      },
    })
    .input(renamePasskeySchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await renamePasskey(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  removePasskey: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/passkeys/:id/remove",
        group: "Account",
        summary: "Remove a passkey; ends all other sessions",
        about: "the caller",
        limits: proofLimits,
        refusals: ["conflict"],
      },
    })
    .input(removePasskeySchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx.deps, ctx.actor, input, ctx);
      return { success: true };
    }),

  startProof: settingUpProcedure
    .meta({
      rest: {
        route: "POST /api/auth/passkey-proof/options",
        group: "Account",
        summary: "What a browser needs to sign with one of your passkeys, in place of the password",
        about: "the caller",
        limits: ["passwordChangesPerAccount"],
        refusals: ["not_found"],
      },
    })
    .output(passkeyOptionsSchema)
    .mutation(({ ctx }) => startProof(ctx.deps, ctx.actor)),
});
