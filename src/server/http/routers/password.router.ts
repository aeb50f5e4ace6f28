import {
  forgotPasswordAnswerSchema,
  resetPasswordAnswerSchema,
} from "../../../features/accounts/accounts.output.schema.ts";
import {
  changePasswordSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
} from "../../../features/accounts/password.schema.ts";
import { changePassword } from "../../../features/accounts/password-change.service.ts";
import {
  requestPasswordReset,
  resetForgottenPassword,
} from "../../../features/accounts/password-reset.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { noLimit } from "../openapi/call-description.ts";
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const passwordRouter = router({
  change: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/change-password",
        group: "Account",
        summary: "Change the password; ends all other sessions and revokes all access tokens",
        about: "the caller",
        limits: ["passwordChangesPerAccount"],
      },
    })
    .input(changePasswordSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      const cookies = await changePassword(ctx.deps, ctx.actor, input, ctx);
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { success: true };
    }),

  forgot: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/forgot-password",
        group: "Account",
        summary: "Email a link for setting a new password",
        about: "the public",
        limits: ["passwordResetsPerAddress", "passwordResetsPerAccountAndAddress"],
      },
    })
    .input(forgotPasswordSchema)
    .output(forgotPasswordAnswerSchema)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.deps, input, ctx.address)),

  reset: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/reset-password",
        group: "Account",
        summary:
          "Set a new password with the token from that link; ends all sessions and revokes all access tokens",
        about: "a secret link",
        limits: noLimit.secretLink,
      },
    })
    .input(resetPasswordSchema)
    .output(resetPasswordAnswerSchema)
    .mutation(async ({ ctx, input }) => {
      const { username, cookies } = await resetForgottenPassword(ctx.deps, input, ctx.deviceToken);
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { success: true, username };
    }),
});
