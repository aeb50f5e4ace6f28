import { legalTextInput, legalTextSchema } from "../../../features/legal-texts/legal-texts.schema.ts";
import { getLegalText } from "../../../features/legal-texts/legal-texts.service.ts";
import { noLimit } from "../openapi/call-description.ts";
import { publicProcedure, router } from "../trpc.ts";

export const legalTextsRouter = router({
  get: publicProcedure
    .meta({
      rest: {
        route: "GET /api/legal/:name",
        group: "Support",
        summary: "The Privacy Policy or the Terms of Service of this site",
        about: "the public",
        limits: noLimit.fromMemory,
        refusals: ["not_found"],
      },
    })
    .input(legalTextInput)
    .output(legalTextSchema)
    .query(({ ctx, input }) => getLegalText(ctx.deps.config, input)),
});
