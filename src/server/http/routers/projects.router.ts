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
import { readDocumentsProcedure, router, writeDocumentsProcedure } from "../trpc.ts";

export const projectsRouter = router({
  list: readDocumentsProcedure
    .output(z.array(projectViewSchema))
    .query(({ ctx }) => listProjects(ctx.deps, ctx.actor)),

  create: writeDocumentsProcedure
    .input(projectFieldsSchema)
    .output(projectViewSchema)
    .mutation(({ ctx, input }) => createProject(ctx.deps, ctx.actor, input)),

  get: readDocumentsProcedure
    .input(projectIdSchema)
    .output(projectDetailsSchema)
    .query(({ ctx, input }) => getProject(ctx.deps, ctx.actor, input.id)),

  update: writeDocumentsProcedure
    .input(updateProjectSchema)
    .output(projectViewSchema)
    .mutation(({ ctx, input }) => changeProject(ctx.deps, ctx.actor, input)),

  remove: writeDocumentsProcedure
    .input(projectIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeProject(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  moveEntries: writeDocumentsProcedure
    .input(moveEntriesSchema)
    .output(movedSchema)
    .mutation(async ({ ctx, input }) => ({ moved: await moveEntries(ctx.deps, ctx.actor, input) })),

  removeEntries: writeDocumentsProcedure
    .input(removeEntriesSchema)
    .output(movedSchema)
    .mutation(async ({ ctx, input }) => ({ moved: await removeEntries(ctx.deps, ctx.actor, input.ids) })),

  createTimeline: writeDocumentsProcedure
    .input(createTimelineSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => createTimeline(ctx.deps, ctx.actor, input, ctx.address)),

  linkVersions: writeDocumentsProcedure
    .input(linkVersionsSchema)
    .output(projectDetailsSchema)
    .mutation(({ ctx, input }) => linkVersions(ctx.deps, ctx.actor, input)),
});
