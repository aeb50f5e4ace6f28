import { z } from "zod";
import { collectionViewSchema } from "../../../features/collections/collections.output.schema.ts";
import {
  collectionIdSchema,
  listCollectionsSchema,
} from "../../../features/collections/collections.schema.ts";
import {
  getCollection,
  listCollections,
  removeCollection,
} from "../../../features/collections/collections.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { noLimit } from "../openapi/call-description.ts";
import { router, scopedProcedure } from "../trpc.ts";

/** A collection is created by a route of its own (collections.ts): its list of files is longer than other input. */
export const collectionsRouter = router({
  list: scopedProcedure("collections:read")
    .meta({
      rest: {
        route: "GET /api/collections",
        group: "Collections",
        summary: "Your collections, newest first",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .input(listCollectionsSchema)
    .output(z.array(collectionViewSchema))
    .query(({ ctx, input }) => listCollections(ctx.deps, ctx.actor, input)),

  get: scopedProcedure("collections:read")
    .meta({
      rest: {
        route: "GET /api/collections/:id",
        group: "Collections",
        summary: "One collection and its status",
        about: "one document",
        limits: noLimit.ownRows,
      },
    })
    .input(collectionIdSchema)
    .output(collectionViewSchema)
    .query(({ ctx, input }) => getCollection(ctx.deps, ctx.actor, input.id)),

  remove: scopedProcedure("collections:write", "manager")
    .meta({
      rest: {
        route: "DELETE /api/collections/:id",
        group: "Collections",
        summary: "Delete a collection",
        about: "one document",
        limits: { none: "at most once for each collection" },
        refusals: ["conflict"],
      },
    })
    .input(collectionIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeCollection(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),
});
