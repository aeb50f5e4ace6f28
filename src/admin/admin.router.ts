import { emailDocuments } from "../documents/email.service.ts";
import { adminProcedure, router } from "../http/trpc.ts";
import {
  auditLogSchema,
  emailDocumentsSchema,
  grantCreditsSchema,
  listUsersSchema,
  searchDocumentsSchema,
  userIdSchema,
} from "./admin.schema.ts";
import { readAuditLog } from "./audit.service.ts";
import { grantCredits } from "./credits.service.ts";
import { searchDocuments } from "./document-search.service.ts";
import { readUsers, removeUser } from "./users.service.ts";

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
