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
import { mailLimits, noLimit } from "../openapi/call-description.ts";
import { readShareReader } from "../share-files.ts";
import { publicProcedure, router, scopedProcedure } from "../trpc.ts";

export const sharesRouter = router({
  list: scopedProcedure("projects:read")
    .meta({
      rest: {
        route: "GET /api/projects/:id/shares",
        group: "Projects",
        summary: "The links to a project, and who opened them",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .input(projectIdSchema)
    .output(z.array(shareViewSchema))
    .query(({ ctx, input }) => listProjectShares(ctx.deps, ctx.actor, input.id)),

  create: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "POST /api/projects/:id/shares",
        idempotency: "noted",
        group: "Projects",
        summary: "Create a link to a read-only page of a project",
        about: "the caller",
        limits: ["sharesPerAccount"],
        refusals: ["conflict"],
      },
    })
    .input(createShareSchema)
    .output(newShareSchema)
    .mutation(({ ctx, input }) => createShare(ctx.deps, ctx.actor, input)),

  /** Emails a link with a request to acknowledge the project. */
  ask: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "POST /api/projects/:id/acknowledgements",
        idempotency: "noted",
        group: "Projects",
        summary: "Email a link to a project, whose page asks its reader to acknowledge it",
        about: "the caller",
        limits: mailLimits,
        refusals: ["conflict", "forbidden", "unavailable"],
      },
    })
    .input(requestAcknowledgementSchema)
    .output(askedSchema)
    .mutation(({ ctx, input }) => requestAcknowledgement(ctx.deps, ctx.actor, input, ctx.address)),

  /** A link to copy for a request whose email was not sent. */
  copy: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "POST /api/shares/:id/link",
        idempotency: "noted",
        group: "Projects",
        summary: "A link to copy, for a request for an acknowledgment whose email was not sent",
        about: "the caller",
        limits: ["sharesPerAccount"],
        refusals: ["conflict"],
      },
    })
    .input(shareIdSchema)
    .output(copiedLinkSchema)
    .mutation(({ ctx, input }) => copyAskedLink(ctx.deps, ctx.actor, input.id)),

  end: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "DELETE /api/shares/:id",
        group: "Projects",
        summary: "End a link to a project immediately",
        about: "the caller",
        limits: { none: "at most once for each share" },
      },
    })
    .input(shareIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await endShare(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  /** A mutation: the token does not belong in a query string. */
  open: publicProcedure
    .meta({
      rest: {
        route: "POST /api/share/open",
        group: "Projects",
        summary: "The project that such a link opens",
        about: "a secret link",
        limits: [
          "shareCallsPerAddress",
          "sharePasswordsPerShareAndAddress",
          "sharePasswordsPerShareAndAddressDaily",
        ],
        refusals: ["forbidden", "not_found"],
      },
    })
    .input(openShareSchema)
    .output(openedShareSchema)
    .mutation(({ ctx, input }) => openShare(ctx.deps, input, readShareReader(ctx))),

  acknowledge: publicProcedure
    .meta({
      rest: {
        route: "POST /api/share/acknowledge",
        group: "Projects",
        summary: "Acknowledge a project once, with a link that asks for it",
        about: "a secret link",
        limits: ["shareCallsPerAddress"],
        refusals: ["forbidden", "not_found", "conflict", "unavailable", "out_of_space"],
      },
    })
    .input(acknowledgeSchema)
    .output(acknowledgedSchema)
    .mutation(({ ctx, input }) => acknowledgeProject(ctx.deps, input, readShareReader(ctx))),
});
