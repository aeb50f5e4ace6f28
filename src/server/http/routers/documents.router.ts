import {
  documentIdSchema,
  listDocumentsSchema,
  processDocumentSchema,
} from "../../../features/documents/documents.schema.ts";
import { getDocument, listDocuments, removeDocument } from "../../../features/documents/documents.service.ts";
import { emailDocumentSchema } from "../../../features/documents/email.schema.ts";
import { emailDocument } from "../../../features/documents/email.service.ts";
import { processDocument } from "../../../features/documents/processing.service.ts";
import { acceptedUploads } from "../../../features/documents/upload.service.ts";
import { readDocumentsProcedure, router, writeDocumentsProcedure } from "../trpc.ts";

export const documentsRouter = router({
  list: readDocumentsProcedure
    .input(listDocumentsSchema)
    .query(({ ctx, input }) => listDocuments(ctx.deps, ctx.actor, input)),

  get: readDocumentsProcedure
    .input(documentIdSchema)
    .query(({ ctx, input }) => getDocument(ctx.deps, ctx.actor, input.id)),

  accepted: readDocumentsProcedure.query(({ ctx }) => acceptedUploads(ctx.deps)),

  process: writeDocumentsProcedure
    .input(processDocumentSchema)
    .mutation(({ ctx, input }) => processDocument(ctx.deps, ctx.actor, input, ctx.address)),

  email: writeDocumentsProcedure
    .input(emailDocumentSchema)
    .mutation(({ ctx, input }) => emailDocument(ctx.deps, ctx.actor, input, ctx.address)),

  remove: writeDocumentsProcedure.input(documentIdSchema).mutation(async ({ ctx, input }) => {
    await removeDocument(ctx.deps, ctx.actor, input.id);
    return { success: true };
  }),
});
