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
import {
  anchoringSchema,
  missingPartSchema,
  trustedListsSchema,
} from "../../../features/setup/setup.output.schema.ts";
import { readAnchors, readMissingParts } from "../../../features/setup/setup.service.ts";
import { readTrustedLists } from "../../../features/setup/trusted-lists.service.ts";
import { noLimit } from "../openapi/call-description.ts";
import { adminProcedure, router } from "../trpc.ts";

export const adminRouter = router({
  searchDocuments: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/documents/search",
        group: "Administration",
        summary: "Find documents by email address, serial number or username (exactly one of them)",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(searchDocumentsSchema)
    .output(z.array(adminDocumentViewSchema))
    .query(({ ctx, input }) => searchDocuments(ctx.deps, ctx.actor, input)),

  users: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/users",
        group: "Administration",
        summary: "Accounts, newest first",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(listUsersSchema)
    .output(z.array(adminUserViewSchema))
    .query(({ ctx, input }) => readUsers(ctx.deps, ctx.actor, input)),

  findUsers: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/users/search",
        group: "Administration",
        summary: "Accounts that match a search, a page at a time",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(findUsersSchema)
    .output(foundUsersSchema)
    .query(({ ctx, input }) => findUsers(ctx.deps, ctx.actor, input)),

  user: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/users/:id",
        group: "Administration",
        summary: "An account with its plan, its payments and its newest documents",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
        refusals: ["not_found"],
      },
    })
    .input(userIdSchema)
    .output(accountPageSchema)
    .query(({ ctx, input }) => readAccountPage(ctx.deps, ctx.actor, input.id)),

  resetLink: adminProcedure
    .meta({
      rest: {
        route: "POST /api/admin/users/:id/reset-link",
        group: "Administration",
        summary: "A link with which a user can choose a new password, once, within a day",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
        refusals: ["not_found", "conflict"],
      },
    })
    .input(resetLinkSchema)
    .output(resetLinkAnswerSchema)
    .mutation(({ ctx, input }) => makeResetLink(ctx.deps, ctx.actor, input)),

  mails: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/emails",
        group: "Administration",
        summary: "The newest emails that were not sent, without their content",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .output(z.array(adminMailViewSchema))
    .query(({ ctx }) => readMailsNotSent(ctx.deps, ctx.actor)),

  setup: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/setup",
        group: "Administration",
        summary: "What the operator has not set up, and what to do",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .output(z.array(missingPartSchema))
    .query(({ ctx }) => readMissingParts(ctx.deps, ctx.actor)),

  anchors: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/anchors",
        group: "Administration",
        summary: "Who confirms the head of the public log, and when each last answered",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .output(anchoringSchema)
    .query(({ ctx }) => readAnchors(ctx.deps, ctx.actor)),

  trustedLists: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/trusted-lists",
        group: "Administration",
        summary: "The trusted lists of states on this server, until when each holds, and who may sign them",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .output(trustedListsSchema)
    .query(({ ctx }) => readTrustedLists(ctx.deps, ctx.actor)),

  removeUser: adminProcedure
    .meta({
      rest: {
        route: "DELETE /api/admin/users/:id",
        group: "Administration",
        summary: "Delete an account",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(userIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeUser(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  emailDocuments: adminProcedure
    .meta({
      rest: {
        route: "POST /api/admin/email-documents",
        idempotency: "kept",
        group: "Administration",
        summary: "Email a client's document to someone",
        about: "clients, for admins",
        limits: ["mailsPerDocument"],
        refusals: ["not_found", "conflict"],
      },
    })
    .input(emailDocumentsSchema)
    .output(emailedSchema)
    .mutation(({ ctx, input }) => emailDocuments(ctx.deps, ctx.actor, input)),

  grantCredits: adminProcedure
    .meta({
      rest: {
        route: "POST /api/admin/grant-credits",
        idempotency: "kept",
        group: "Administration",
        summary: "Grant free credits",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
        refusals: ["not_found", "conflict"],
      },
    })
    .input(grantCreditsSchema)
    .output(successSchema)
    .mutation(({ ctx, input }) => grantCredits(ctx.deps, ctx.actor, input)),

  figures: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/figures",
        group: "Administration",
        summary: "Accounts, stamps, revenue, failures, emails and storage, by day",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(figuresSchema)
    .output(figuresViewSchema)
    .query(({ ctx, input }) => readFigures(ctx.deps, ctx.actor, input)),

  auditLog: adminProcedure
    .meta({
      rest: {
        route: "GET /api/admin/audit-log",
        group: "Administration",
        summary: "What administrators and the operator did, newest first",
        about: "clients, for admins",
        limits: noLimit.forAdmins,
      },
    })
    .input(auditLogSchema)
    .output(z.array(auditEntryViewSchema))
    .query(({ ctx, input }) => readAuditLog(ctx.deps, ctx.actor, input.cursor)),
});
