import { z } from "zod";
import {
  deletionAnswerSchema,
  requestDeletionSchema,
} from "../../../features/account-deletion/deletion.schema.ts";
import { keepAccount, requestDeletion } from "../../../features/account-deletion/deletion.service.ts";
import {
  currentUserSchema,
  enteredSchema,
  loggedOutSchema,
  sessionViewSchema,
} from "../../../features/accounts/accounts.output.schema.ts";
import {
  changeLanguageSchema,
  changeNameSchema,
  changeTimeZoneSchema,
  registerSchema,
  sessionIdSchema,
} from "../../../features/accounts/accounts.schema.ts";
import {
  endSession,
  login,
  logout,
  register,
  type SignIn,
} from "../../../features/accounts/accounts.service.ts";
import { loginSchema } from "../../../features/accounts/login.schema.ts";
import {
  changeLanguage,
  changeName,
  changeTimeZone,
  endOtherSessions,
  endOwnSession,
  listSessions,
  toCurrentUser,
} from "../../../features/accounts/own-account.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import type { Context } from "../context.ts";
import { anyTokenProcedure, publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const accountsRouter = router({
  register: publicProcedure
    .input(registerSchema)
    .output(enteredSchema)
    .mutation(async ({ ctx, input }) => enter(ctx, await register(ctx.deps, input, ctx))),

  login: publicProcedure
    .input(loginSchema)
    .output(enteredSchema)
    .mutation(async ({ ctx, input }) => enter(ctx, await login(ctx.deps, input, ctx))),

  logout: publicProcedure.output(loggedOutSchema).mutation(async ({ ctx }) => {
    ctx.setCookie(ctx.deps.sessions.clearCookie());
    return logout(ctx.deps, ctx.sessionToken);
  }),

  me: anyTokenProcedure.output(currentUserSchema).query(({ ctx }) => toCurrentUser(ctx.actor)),

  changeName: signedInProcedure
    .input(changeNameSchema)
    .output(currentUserSchema)
    .mutation(({ ctx, input }) => changeName(ctx.deps, ctx.actor, input)),

  changeLanguage: signedInProcedure
    .input(changeLanguageSchema)
    .output(currentUserSchema)
    .mutation(({ ctx, input }) => changeLanguage(ctx.deps, ctx.actor, input.language)),

  changeTimeZone: signedInProcedure
    .input(changeTimeZoneSchema)
    .output(currentUserSchema)
    .mutation(({ ctx, input }) => changeTimeZone(ctx.deps, ctx.actor, input.timeZone)),

  requestDeletion: signedInProcedure
    .input(requestDeletionSchema)
    .output(deletionAnswerSchema)
    .mutation(({ ctx, input }) => requestDeletion(ctx.deps, ctx.actor, input)),

  keep: signedInProcedure
    .output(deletionAnswerSchema)
    .mutation(({ ctx }) => keepAccount(ctx.deps, ctx.actor)),

  sessions: signedInProcedure
    .output(z.array(sessionViewSchema))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.actor, ctx.sessionToken)),

  endSession: signedInProcedure
    .input(sessionIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  endOtherSessions: signedInProcedure.output(doneSchema).mutation(async ({ ctx }) => {
    await endOtherSessions(ctx.deps, ctx.actor, ctx.sessionToken);
    return { success: true };
  }),
});

/** Sets the new session's cookie, and ends the session that the browser sent, whether its own or a planted one. */
async function enter(ctx: Context, signIn: SignIn): Promise<{ username: string }> {
  for (const cookie of signIn.cookies) ctx.setCookie(cookie);
  await endSession(ctx.deps, ctx.sessionToken);
  return { username: signIn.username };
}
