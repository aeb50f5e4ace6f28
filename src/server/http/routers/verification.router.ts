import { verifyHere } from "../../../features/publishing/adopted-site.service.ts";
import { verificationViewSchema } from "../../../features/verification/verification.output.schema.ts";
import { serialNumberInput } from "../../../features/verification/verification.schema.ts";
import { publicProcedure, router } from "../trpc.ts";

export const verificationRouter = router({
  verify: publicProcedure
    .input(serialNumberInput)
    .output(verificationViewSchema)
    .query(({ ctx, input }) => verifyHere(ctx.deps, input.serialNumber, ctx.address)),
});
