import { z } from "zod";
import {
  acceptedUploadsSchema,
  deletedSchema,
  documentViewSchema,
  emailedDocumentSchema,
  emailedSchema,
} from "../../../features/documents/documents.output.schema.ts";
import {
  documentIdSchema,
  documentIdsSchema,
  listDocumentsSchema,
  processDocumentSchema,
} from "../../../features/documents/documents.schema.ts";
import {
  getDocument,
  listDocuments,
  removeDocument,
  removeDocuments,
} from "../../../features/documents/documents.service.ts";
import {
  emailDocumentSchema,
  emailSeveralSchema,
  openSharedSchema,
} from "../../../features/documents/email.schema.ts";
import { describeShared, emailDocument, emailSeveral } from "../../../features/documents/email.service.ts";
import {
  describeDocumentSchema,
  findDocumentsSchema,
  foundDocumentsSchema,
} from "../../../features/documents/finding.schema.ts";
import { describeDocument, findDocuments } from "../../../features/documents/finding.service.ts";
import { processDocument, startDocument } from "../../../features/documents/processing.service.ts";
import { acceptedUploads } from "../../../features/documents/upload.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { publicProcedure, readDocumentsProcedure, router, writeDocumentsProcedure } from "../trpc.ts";

export const documentsRouter = router({
  list: readDocumentsProcedure
    .input(listDocumentsSchema)
    .output(z.array(documentViewSchema))
    .query(({ ctx, input }) => listDocuments(ctx.deps, ctx.actor, input)),

  find: readDocumentsProcedure
    .input(findDocumentsSchema)
    .output(foundDocumentsSchema)
    .query(({ ctx, input }) => findDocuments(ctx.deps, ctx.actor, input)),

  describe: writeDocumentsProcedure
    .input(describeDocumentSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => describeDocument(ctx.deps, ctx.actor, input)),

  get: readDocumentsProcedure
    .input(documentIdSchema)
    .output(documentViewSchema)
    .query(({ ctx, input }) => getDocument(ctx.deps, ctx.actor, input.id)),

  accepted: readDocumentsProcedure
    .output(acceptedUploadsSchema)
    .query(({ ctx }) => acceptedUploads(ctx.deps)),

  process: writeDocumentsProcedure
    .input(processDocumentSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => processDocument(ctx.deps, ctx.actor, input, ctx.address)),

  /** For the page, which says when processing starts; programs wait for the result of `process`. */
  start: writeDocumentsProcedure
    .input(processDocumentSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => startDocument(ctx.deps, ctx.actor, input, ctx.address)),

  email: writeDocumentsProcedure
    .input(emailDocumentSchema)
    .output(emailedSchema)
    .mutation(({ ctx, input }) => emailDocument(ctx.deps, ctx.actor, input, ctx.address)),

  emailSeveral: writeDocumentsProcedure
    .input(emailSeveralSchema)
    .output(emailedSchema)
    .mutation(({ ctx, input }) => emailSeveral(ctx.deps, ctx.actor, input, ctx.address)),

  removeSeveral: writeDocumentsProcedure
    .input(documentIdsSchema)
    .output(deletedSchema)
    .mutation(async ({ ctx, input }) => ({ deleted: await removeDocuments(ctx.deps, ctx.actor, input.ids) })),

  remove: writeDocumentsProcedure
    .input(documentIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeDocument(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  /** A mutation: the token does not belong in a query string. */
  openShared: publicProcedure
    .input(openSharedSchema)
    .output(emailedDocumentSchema)
    .mutation(({ ctx, input }) => describeShared(ctx.deps, input.token, ctx.address)),
});
