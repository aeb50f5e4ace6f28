import {
  confirmationSchema,
  emailConfirmedSchema,
} from "../../../features/accounts/accounts.output.schema.ts";
import { confirmEmailSchema, setEmailSchema } from "../../../features/accounts/email.schema.ts";
import {
  confirmEmail,
  requestConfirmation,
  setEmail,
} from "../../../features/accounts/email-confirmation.service.ts";
import { cancelEmailChange } from "../../../features/accounts/own-account.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const emailRouter = router({
  set: signedInProcedure
    .input(setEmailSchema)
    .output(confirmationSchema)
    .mutation(({ ctx, input }) => setEmail(ctx.deps, ctx.actor, input, ctx.address)),

  cancelChange: signedInProcedure.output(doneSchema).mutation(async ({ ctx }) => {
    await cancelEmailChange(ctx.deps, ctx.actor);
    return { success: true };
  }),

  requestConfirmation: signedInProcedure
    .output(confirmationSchema)
    .mutation(({ ctx }) => requestConfirmation(ctx.deps, ctx.actor, ctx.address)),

  confirm: publicProcedure
    .input(confirmEmailSchema)
    .output(emailConfirmedSchema)
    .mutation(({ ctx, input }) => confirmEmail(ctx.deps, input)),
});
