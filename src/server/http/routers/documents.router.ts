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
  listDocumentsSchema,
  processDocumentSchema,
  removeDocumentsSchema,
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
import { mailLimits, noLimit } from "../openapi/call-description.ts";
import { publicProcedure, router, scopedProcedure } from "../trpc.ts";

export const documentsRouter = router({
  list: scopedProcedure("documents:read")
    .meta({
      rest: {
        route: "GET /api/documents",
        group: "Documents",
        summary: "Your documents, newest first",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .input(listDocumentsSchema)
    .output(z.array(documentViewSchema))
    .query(({ ctx, input }) => listDocuments(ctx.deps, ctx.actor, input)),

  find: scopedProcedure("documents:read")
    .meta({
      rest: {
        route: "GET /api/documents/search",
        group: "Documents",
        summary: "Your documents that match a search, a page at a time",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .input(findDocumentsSchema)
    .output(foundDocumentsSchema)
    .query(({ ctx, input }) => findDocuments(ctx.deps, ctx.actor, input)),

  describe: scopedProcedure("documents:write")
    .meta({
      rest: {
        route: "PATCH /api/documents/:id",
        group: "Documents",
        summary: "Change the name that you see, or your note; the attested name stays",
        about: "one document",
        limits: noLimit.oneRow,
      },
    })
    .input(describeDocumentSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => describeDocument(ctx.deps, ctx.actor, input)),

  get: scopedProcedure("documents:read")
    .meta({
      rest: {
        route: "GET /api/documents/:id",
        group: "Documents",
        summary: "One document and its status",
        about: "one document",
        limits: noLimit.ownRows,
      },
    })
    .input(documentIdSchema)
    .output(documentViewSchema)
    .query(({ ctx, input }) => getDocument(ctx.deps, ctx.actor, input.id)),

  accepted: scopedProcedure("documents:read")
    .output(acceptedUploadsSchema)
    .query(({ ctx }) => acceptedUploads(ctx.deps)),

  process: scopedProcedure("documents:write")
    .meta({
      rest: {
        route: "POST /api/documents/:id/process",
        idempotency: "kept",
        group: "Documents",
        summary: "Stamp an uploaded document; repeated calls use only one stamp",
        about: "one document",
        limits: { none: "the plan is the limit; documents that took too long count while they are stamped" },
        refusals: ["payment_required", "forbidden", "conflict", "gone", "rate_limited", "unavailable"],
      },
    })
    .input(processDocumentSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => processDocument(ctx.deps, ctx.actor, input, ctx.address)),

  /** For the page, which says when processing starts; programs wait for the result of `process`. */
  start: scopedProcedure("documents:write")
    .input(processDocumentSchema)
    .output(documentViewSchema)
    .mutation(({ ctx, input }) => startDocument(ctx.deps, ctx.actor, input, ctx.address)),

  email: scopedProcedure("documents:write")
    .meta({
      rest: {
        route: "POST /api/documents/:id/email",
        idempotency: "kept",
        group: "Documents",
        summary: "Email the stamped copy and the certificate to someone; your own address must be confirmed",
        about: "one document",
        limits: [...mailLimits, "mailsPerDocument"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(emailDocumentSchema)
    .output(emailedSchema)
    .mutation(({ ctx, input }) => emailDocument(ctx.deps, ctx.actor, input, ctx.address)),

  emailSeveral: scopedProcedure("documents:write")
    .meta({
      rest: {
        route: "POST /api/documents/email",
        idempotency: "kept",
        group: "Documents",
        summary: "Email up to twenty documents and their certificates to someone, in one email",
        about: "the caller",
        limits: [...mailLimits, "mailsPerDocument"],
        refusals: ["forbidden", "not_found", "conflict"],
      },
    })
    .input(emailSeveralSchema)
    .output(emailedSchema)
    .mutation(({ ctx, input }) => emailSeveral(ctx.deps, ctx.actor, input, ctx.address)),

  removeSeveral: scopedProcedure("documents:write", "manager")
    .meta({
      rest: {
        route: "POST /api/documents/delete",
        group: "Documents",
        summary: "Delete several documents; those that no longer exist are skipped",
        about: "the caller",
        limits: { none: "at most once for each document" },
        refusals: ["conflict"],
      },
    })
    .input(removeDocumentsSchema)
    .output(deletedSchema)
    .mutation(async ({ ctx, input }) => ({ deleted: await removeDocuments(ctx.deps, ctx.actor, input) })),

  remove: scopedProcedure("documents:write", "manager")
    .meta({
      rest: {
        route: "DELETE /api/documents/:id",
        group: "Documents",
        summary: "Delete a document",
        about: "one document",
        limits: { none: "at most once for each document" },
        refusals: ["conflict"],
      },
    })
    .input(documentIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeDocument(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  /** A mutation: the token does not belong in a query string. */
  openShared: publicProcedure
    .meta({
      rest: {
        route: "POST /api/shared/open",
        group: "Documents",
        summary: "The document behind a link in an email",
        about: "a secret link",
        limits: ["shareCallsPerAddress"],
        refusals: ["not_found"],
      },
    })
    .input(openSharedSchema)
    .output(emailedDocumentSchema)
    .mutation(({ ctx, input }) => describeShared(ctx.deps, input.token, ctx.address)),
});
