import { successSchema } from "../../../features/outputs.schema.ts";
import { referralStatsSchema } from "../../../features/referrals/referrals.output.schema.ts";
import { applyReferralSchema } from "../../../features/referrals/referrals.schema.ts";
import {
  applyReferralCode,
  generateReferralCode,
  readReferralStats,
} from "../../../features/referrals/referrals.service.ts";
import { noLimit } from "../openapi/call-description.ts";
import { router, signedInProcedure } from "../trpc.ts";

export const referralsRouter = router({
  stats: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/referral/stats",
        group: "Referrals",
        summary: "Your code and what it has earned",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(referralStatsSchema)
    .query(({ ctx }) => readReferralStats(ctx.deps, ctx.actor)),

  generate: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/referral/generate",
        group: "Referrals",
        summary: "Get your code; creates one if you have none",
        about: "the caller",
        limits: { none: "creates one code for each account, once" },
      },
    })
    .output(referralStatsSchema)
    .mutation(({ ctx }) => generateReferralCode(ctx.deps, ctx.actor, ctx.address)),

  applyCode: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/referral/apply",
        idempotency: "kept",
        group: "Referrals",
        summary: "Use another user's code",
        about: "the caller",
        limits: ["referralTriesPerAccount", "referralTriesPerAddress"],
        refusals: ["not_found", "conflict"],
      },
    })
    .input(applyReferralSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => applyReferralCode(ctx.deps, ctx.actor, input, ctx.address)),
});
