import {
  auditLogSchema,
  emailDocumentsSchema,
  grantCreditsSchema,
  listUsersSchema,
  searchDocumentsSchema,
  userIdSchema,
} from "../../../features/admin/admin.schema.ts";
import { readAuditLog } from "../../../features/admin/audit.service.ts";
import { grantCredits } from "../../../features/admin/credits.service.ts";
import { searchDocuments } from "../../../features/admin/document-search.service.ts";
import { readUsers, removeUser } from "../../../features/admin/users.service.ts";
import { emailDocuments } from "../../../features/documents/email.service.ts";
import { adminProcedure, router } from "../trpc.ts";

export const adminRouter = router({
  searchDocuments: adminProcedure
    .input(searchDocumentsSchema)
    .query(({ ctx, input }) => searchDocuments(ctx.deps, ctx.actor, input)),

  users: adminProcedure
    .input(listUsersSchema)
    .query(({ ctx, input }) => readUsers(ctx.deps, ctx.actor, input)),

  removeUser: adminProcedure.input(userIdSchema).mutation(async ({ ctx, input }) => {
    await removeUser(ctx.deps, ctx.actor, input.id);
    return { success: true };
  }),

  emailDocuments: adminProcedure
    .input(emailDocumentsSchema)
    .mutation(({ ctx, input }) => emailDocuments(ctx.deps, ctx.actor, input)),

  grantCredits: adminProcedure
    .input(grantCreditsSchema)
    .mutation(({ ctx, input }) => grantCredits(ctx.deps, ctx.actor, input)),

  auditLog: adminProcedure
    .input(auditLogSchema)
    .query(({ ctx, input }) => readAuditLog(ctx.deps, ctx.actor, input.cursor)),
});
