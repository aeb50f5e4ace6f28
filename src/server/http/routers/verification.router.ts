import { verificationViewSchema } from "../../../features/verification/verification.output.schema.ts";
import { serialNumberInput } from "../../../features/verification/verification.schema.ts";
import { verifySerialNumber } from "../../../features/verification/verification.service.ts";
import { publicProcedure, router } from "../trpc.ts";

export const verificationRouter = router({
  verify: publicProcedure
    .input(serialNumberInput)
    .output(verificationViewSchema)
    .query(({ ctx, input }) => verifySerialNumber(ctx.deps, input.serialNumber, ctx.address)),
});
