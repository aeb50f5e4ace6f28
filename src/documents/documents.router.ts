import { router, signedInProcedure } from "../http/trpc.ts";
import { documentIdSchema, listDocumentsSchema, processDocumentSchema } from "./documents.schema.ts";
import { getDocument, listDocuments, removeDocument } from "./documents.service.ts";
import { emailDocumentSchema } from "./email.schema.ts";
import { emailDocument } from "./email.service.ts";
import { processDocument } from "./processing.service.ts";
import { acceptedUploads } from "./upload.service.ts";

export const documentsRouter = router({
  list: signedInProcedure
    .input(listDocumentsSchema)
    .query(({ ctx, input }) => listDocuments(ctx.deps, ctx.actor, input)),

  get: signedInProcedure
    .input(documentIdSchema)
    .query(({ ctx, input }) => getDocument(ctx.deps, ctx.actor, input.id)),

  accepted: signedInProcedure.query(({ ctx }) => acceptedUploads(ctx.deps)),

  process: signedInProcedure
    .input(processDocumentSchema)
    .mutation(({ ctx, input }) => processDocument(ctx.deps, ctx.actor, input)),

  email: signedInProcedure
    .input(emailDocumentSchema)
    .mutation(({ ctx, input }) => emailDocument(ctx.deps, ctx.actor, input)),

  remove: signedInProcedure.input(documentIdSchema).mutation(async ({ ctx, input }) => {
    await removeDocument(ctx.deps, ctx.actor, input.id);
    return { success: true };
  }),
});
