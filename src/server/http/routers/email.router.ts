import { confirmEmailSchema, setEmailSchema } from "../../../features/accounts/email.schema.ts";
import {
  confirmEmail,
  requestConfirmation,
  setEmail,
} from "../../../features/accounts/email-confirmation.service.ts";
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const emailRouter = router({
  set: signedInProcedure
    .input(setEmailSchema)
    .mutation(({ ctx, input }) => setEmail(ctx.deps, ctx.actor, input, ctx.address)),

  requestConfirmation: signedInProcedure.mutation(({ ctx }) =>
    requestConfirmation(ctx.deps, ctx.actor, ctx.address),
  ),

  confirm: publicProcedure
    .input(confirmEmailSchema)
    .mutation(({ ctx, input }) => confirmEmail(ctx.deps, input)),
});
