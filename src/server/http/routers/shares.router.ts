import { z } from "zod";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { acknowledgeProject } from "../../../features/projects/acknowledgement.service.ts";
import { projectIdSchema } from "../../../features/projects/projects.schema.ts";
import { openShare } from "../../../features/projects/shared-project.service.ts";
import {
  acknowledgedSchema,
  askedSchema,
  copiedLinkSchema,
  newShareSchema,
  openedShareSchema,
  shareViewSchema,
} from "../../../features/projects/shares.output.schema.ts";
import {
  acknowledgeSchema,
  createShareSchema,
  openShareSchema,
  requestAcknowledgementSchema,
  shareIdSchema,
} from "../../../features/projects/shares.schema.ts";
import {
  copyAskedLink,
  createShare,
  endShare,
  listProjectShares,
  requestAcknowledgement,
} from "../../../features/projects/shares.service.ts";
import { readShareReader } from "../share-files.ts";
import { publicProcedure, readDocumentsProcedure, router, writeDocumentsProcedure } from "../trpc.ts";

export const sharesRouter = router({
  list: readDocumentsProcedure
    .input(projectIdSchema)
    .output(z.array(shareViewSchema))
    .query(({ ctx, input }) => listProjectShares(ctx.deps, ctx.actor, input.id)),

  create: writeDocumentsProcedure
    .input(createShareSchema)
    .output(newShareSchema)
    .mutation(({ ctx, input }) => createShare(ctx.deps, ctx.actor, input)),

  /** Emails a link with a request to acknowledge the project. */
  ask: writeDocumentsProcedure
    .input(requestAcknowledgementSchema)
    .output(askedSchema)
    .mutation(({ ctx, input }) => requestAcknowledgement(ctx.deps, ctx.actor, input, ctx.address)),

  /** A link to copy for a request whose email was not sent. */
  copy: writeDocumentsProcedure
    .input(shareIdSchema)
    .output(copiedLinkSchema)
    .mutation(({ ctx, input }) => copyAskedLink(ctx.deps, ctx.actor, input.id)),

  end: writeDocumentsProcedure
    .input(shareIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await endShare(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  /** A mutation: the token does not belong in a query string. */
  open: publicProcedure
    .input(openShareSchema)
    .output(openedShareSchema)
    .mutation(({ ctx, input }) => openShare(ctx.deps, input, readShareReader(ctx))),

  acknowledge: publicProcedure
    .input(acknowledgeSchema)
    .output(acknowledgedSchema)
    .mutation(({ ctx, input }) => acknowledgeProject(ctx.deps, input, readShareReader(ctx))),
});
