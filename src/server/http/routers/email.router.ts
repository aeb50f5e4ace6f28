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
import { confirmationLimits, noLimit, proofLimits } from "../openapi/call-description.ts";
import { publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const emailRouter = router({
  set: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/email",
        group: "Account",
        summary: "Set the email address; a confirmed one is replaced when the link to the new one is opened",
        about: "the caller",
        limits: [...proofLimits, ...confirmationLimits],
        refusals: ["conflict"],
      },
    })
    .input(setEmailSchema)
    .output(confirmationSchema)
    .mutation(({ ctx, input }) => setEmail(ctx.deps, ctx.actor, input, ctx.address)),

  cancelChange: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/email/cancel",
        group: "Account",
        summary: "Keep the current address; the link to the new one stops working",
        about: "the caller",
        limits: noLimit.oneRow,
      },
    })
    .output(doneSchema)
    .mutation(async ({ ctx }) => {
      await cancelEmailChange(ctx.deps, ctx.actor);
      return { success: true };
    }),

  requestConfirmation: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/request-confirmation",
        group: "Account",
        summary: "Email the link that confirms your address",
        about: "the caller",
        limits: confirmationLimits,
        refusals: ["conflict"],
      },
    })
    .output(confirmationSchema)
    .mutation(({ ctx }) => requestConfirmation(ctx.deps, ctx.actor, ctx.address)),

  confirm: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/confirm-email",
        group: "Account",
        summary: "Confirm an address with the token from that link",
        about: "a secret link",
        limits: noLimit.secretLink,
      },
    })
    .input(confirmEmailSchema)
    .output(emailConfirmedSchema)
    .mutation(({ ctx, input }) => confirmEmail(ctx.deps, input)),
});
