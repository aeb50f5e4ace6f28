import { readDocumentsProcedure, router, writeDocumentsProcedure } from "../http/trpc.ts";
import { documentIdSchema, listDocumentsSchema, processDocumentSchema } from "./documents.schema.ts";
import { getDocument, listDocuments, removeDocument } from "./documents.service.ts";
import { emailDocumentSchema } from "./email.schema.ts";
import { emailDocument } from "./email.service.ts";
import { processDocument } from "./processing.service.ts";
import { acceptedUploads } from "./upload.service.ts";

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
