import { z } from "zod";
import {
  accountPageSchema,
  adminDocumentViewSchema,
  adminMailViewSchema,
  adminUserViewSchema,
  auditEntryViewSchema,
  figuresViewSchema,
  foundUsersSchema,
  resetLinkAnswerSchema,
} from "../../../features/admin/admin.output.schema.ts";
import {
  auditLogSchema,
  emailDocumentsSchema,
  figuresSchema,
  findUsersSchema,
  grantCreditsSchema,
  listUsersSchema,
  resetLinkSchema,
  searchDocumentsSchema,
  userIdSchema,
} from "../../../features/admin/admin.schema.ts";
import { readAuditLog } from "../../../features/admin/audit.service.ts";
import { grantCredits } from "../../../features/admin/credits.service.ts";
import { searchDocuments } from "../../../features/admin/document-search.service.ts";
import { readFigures } from "../../../features/admin/figures.service.ts";
import { readMailsNotSent } from "../../../features/admin/mails.service.ts";
import {
  findUsers,
  makeResetLink,
  readAccountPage,
  readUsers,
  removeUser,
} from "../../../features/admin/users.service.ts";
import { emailedSchema } from "../../../features/documents/documents.output.schema.ts";
import { emailDocuments } from "../../../features/documents/email.service.ts";
import { doneSchema, successSchema } from "../../../features/outputs.schema.ts";
import { missingPartSchema } from "../../../features/setup/setup.output.schema.ts";
import { readMissingParts } from "../../../features/setup/setup.service.ts";
import { adminProcedure, router } from "../trpc.ts";

export const adminRouter = router({
  searchDocuments: adminProcedure
    .input(searchDocumentsSchema)
    .output(z.array(adminDocumentViewSchema))
    .query(({ ctx, input }) => searchDocuments(ctx.deps, ctx.actor, input)),

  users: adminProcedure
    .input(listUsersSchema)
    .output(z.array(adminUserViewSchema))
    .query(({ ctx, input }) => readUsers(ctx.deps, ctx.actor, input)),

  findUsers: adminProcedure
    .input(findUsersSchema)
    .output(foundUsersSchema)
    .query(({ ctx, input }) => findUsers(ctx.deps, ctx.actor, input)),

  user: adminProcedure
    .input(userIdSchema)
    .output(accountPageSchema)
    .query(({ ctx, input }) => readAccountPage(ctx.deps, ctx.actor, input.id)),

  resetLink: adminProcedure
    .input(resetLinkSchema)
    .output(resetLinkAnswerSchema)
    .mutation(({ ctx, input }) => makeResetLink(ctx.deps, ctx.actor, input)),

  mails: adminProcedure
    .output(z.array(adminMailViewSchema))
    .query(({ ctx }) => readMailsNotSent(ctx.deps, ctx.actor)),

  setup: adminProcedure
    .output(z.array(missingPartSchema))
    .query(({ ctx }) => readMissingParts(ctx.deps, ctx.actor)),

  removeUser: adminProcedure
    .input(userIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeUser(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  emailDocuments: adminProcedure
    .input(emailDocumentsSchema)
    .output(emailedSchema)
    .mutation(({ ctx, input }) => emailDocuments(ctx.deps, ctx.actor, input)),

  grantCredits: adminProcedure
    .input(grantCreditsSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => grantCredits(ctx.deps, ctx.actor, input)),

  figures: adminProcedure
    .input(figuresSchema)
    .output(figuresViewSchema)
    .query(({ ctx, input }) => readFigures(ctx.deps, ctx.actor, input)),

  auditLog: adminProcedure
    .input(auditLogSchema)
    .output(z.array(auditEntryViewSchema))
    .query(({ ctx, input }) => readAuditLog(ctx.deps, ctx.actor, input.cursor)),
});
