import { successSchema } from "../../../features/outputs.schema.ts";
import { referralStatsSchema } from "../../../features/referrals/referrals.output.schema.ts";
import { applyReferralSchema } from "../../../features/referrals/referrals.schema.ts";
import {
  applyReferralCode,
  generateReferralCode,
  readReferralStats,
} from "../../../features/referrals/referrals.service.ts";
import { router, signedInProcedure } from "../trpc.ts";

export const referralsRouter = router({
  stats: signedInProcedure
    .output(referralStatsSchema)
    .query(({ ctx }) => readReferralStats(ctx.deps, ctx.actor)),

  generate: signedInProcedure
    .output(referralStatsSchema)
    .mutation(({ ctx }) => generateReferralCode(ctx.deps, ctx.actor, ctx.address)),

  applyCode: signedInProcedure
    .input(applyReferralSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => applyReferralCode(ctx.deps, ctx.actor, input, ctx.address)),
});
