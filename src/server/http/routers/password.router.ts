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
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const passwordRouter = router({
  change: signedInProcedure
    .input(changePasswordSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      const cookies = await changePassword(ctx.deps, ctx.actor, input, ctx);
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { success: true };
    }),

  forgot: publicProcedure
    .input(forgotPasswordSchema)
    .output(forgotPasswordAnswerSchema)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.deps, input, ctx.address)),

  reset: publicProcedure
    .input(resetPasswordSchema)
    .output(resetPasswordAnswerSchema)
    .mutation(async ({ ctx, input }) => {
      const { username, cookies } = await resetForgottenPassword(ctx.deps, input, ctx.deviceToken);
      for (const cookie of cookies) ctx.setCookie(cookie);
      return { success: true, username };
    }),
});
