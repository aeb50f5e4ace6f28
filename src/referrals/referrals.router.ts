import { router, signedInProcedure } from "../http/trpc.ts";
import { applyReferralSchema } from "./referrals.schema.ts";
import { applyReferralCode, generateReferralCode, readReferralStats } from "./referrals.service.ts";

export const referralsRouter = router({
  stats: signedInProcedure.query(({ ctx }) => readReferralStats(ctx.deps, ctx.actor)),

  generate: signedInProcedure.mutation(({ ctx }) => generateReferralCode(ctx.deps, ctx.actor, ctx.address)),

  applyCode: signedInProcedure
    .input(applyReferralSchema)
    .mutation(({ ctx, input }) => applyReferralCode(ctx.deps, ctx.actor, input, ctx.address)),
});
