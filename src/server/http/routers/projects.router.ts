import { z } from "zod";
import { documentViewSchema } from "../../../features/documents/documents.output.schema.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import {
  movedSchema,
  projectDetailsSchema,
  projectViewSchema,
} from "../../../features/projects/projects.output.schema.ts";
import {
  createTimelineSchema,
  linkVersionsSchema,
  moveEntriesSchema,
  projectFieldsSchema,
  projectIdSchema,
  removeEntriesSchema,
  updateProjectSchema,
} from "../../../features/projects/projects.schema.ts";
import {
  changeProject,
  createProject,
  getProject,
  linkVersions,
  listProjects,
  moveEntries,
  removeEntries,
  removeProject,
} from "../../../features/projects/projects.service.ts";
import { createTimeline } from "../../../features/projects/timeline.service.ts";
import { noLimit } from "../openapi/call-description.ts";
import { router, scopedProcedure } from "../trpc.ts";

export const projectsRouter = router({
  list: scopedProcedure("projects:read")
    .meta({
      rest: {
        route: "GET /api/projects",
        group: "Projects",
        summary: "Your projects, newest first",
        about: "the caller",
        limits: { none: "an account can have at most two hundred" },
      },
    })
    .output(z.array(projectViewSchema))
    .query(({ ctx }) => listProjects(ctx.deps, ctx.actor)),

  create: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "POST /api/projects",
        idempotency: "kept",
        group: "Projects",
        summary: "Create a project",
        about: "the caller",
        limits: { none: "an account can have at most two hundred" },
        refusals: ["conflict"],
      },
    })
    .input(projectFieldsSchema)
    .output(projectViewSchema)
    .mutation(({ ctx, input }) => createProject(ctx.deps, ctx.actor, input)),

  get: scopedProcedure("projects:read")
    .meta({
      rest: {
        route: "GET /api/projects/:id",
        group: "Projects",
        summary: "A project with its documents, in chronological order",
        about: "the caller",
        limits: { none: "a project can have at most five hundred documents" },
      },
    })
    .input(projectIdSchema)
    .output(projectDetailsSchema)
    .query(({ ctx, input }) => getProject(ctx.deps, ctx.actor, input.id)),

  update: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "PATCH /api/projects/:id",
        group: "Projects",
        summary: "Change a project's name or note",
        about: "the caller",
        limits: noLimit.oneRow,
      },
    })
    .input(updateProjectSchema)
    .output(projectViewSchema)
    .mutation(({ ctx, input }) => changeProject(ctx.deps, ctx.actor, input)),

  remove: scopedProcedure("projects:write", "manager")
    .meta({
      rest: {
        route: "DELETE /api/projects/:id",
        group: "Projects",
        summary: "Delete a project; its documents stay",
        about: "the caller",
        limits: { none: "at most once for each project" },
      },
    })
    .input(projectIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeProject(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  moveEntries: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "POST /api/projects/:id/entries",
        group: "Projects",
        summary: "Move documents into a project and out of any other",
        about: "the caller",
        limits: { none: "changes at most one hundred rows" },
        refusals: ["conflict"],
      },
    })
    .input(moveEntriesSchema)
    .output(movedSchema)
    .mutation(async ({ ctx, input }) => ({ moved: await moveEntries(ctx.deps, ctx.actor, input) })),

  removeEntries: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "DELETE /api/project-entries",
        group: "Projects",
        summary: "Take documents out of their projects",
        about: "the caller",
        limits: { none: "changes at most one hundred rows" },
      },
    })
    .input(removeEntriesSchema)
    .output(movedSchema)
    .mutation(async ({ ctx, input }) => ({ moved: await removeEntries(ctx.deps, ctx.actor, input.ids) })),

  createTimeline: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "POST /api/projects/:id/timeline",
        idempotency: "kept",
        group: "Projects",
        summary: "Create a timeline certificate for a project; it uses no stamp. The answer is its document",
        about: "the caller",
        limits: ["timelinesPerAccount"],
        refusals: ["forbidden", "conflict", "unavailable", "out_of_space"],
      },
    })
    .input(createTimelineSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => createTimeline(ctx.deps, ctx.actor, input, ctx.address)),

  linkVersions: scopedProcedure("projects:write")
    .meta({
      rest: {
        route: "POST /api/projects/:id/versions",
        group: "Projects",
        summary: "Link documents of a project as versions of one another",
        about: "the caller",
        limits: { none: "changes at most one hundred rows" },
      },
    })
    .input(linkVersionsSchema)
    .output(projectDetailsSchema)
    .mutation(({ ctx, input }) => linkVersions(ctx.deps, ctx.actor, input)),
});
