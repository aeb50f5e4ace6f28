import { publicProcedure, router } from "../http/trpc.ts";
import { serialNumberInput } from "./verification.schema.ts";
import { verifySerialNumber } from "./verification.service.ts";

export const verificationRouter = router({
  verify: publicProcedure
    .input(serialNumberInput)
    .query(({ ctx, input }) => verifySerialNumber(ctx.deps, input.serialNumber, ctx.address)),
});
