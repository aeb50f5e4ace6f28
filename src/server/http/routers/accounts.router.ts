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
import { signInByPasskey, startPasskeySignIn } from "../../../features/accounts/passkey-sign-in.service.ts";
import { passkeyOptionsSchema } from "../../../features/accounts/passkeys.output.schema.ts";
import { signInByPasskeySchema } from "../../../features/accounts/passkeys.schema.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import type { Context } from "../context.ts";
import { codeLimits, noLimit, proofLimits } from "../openapi/call-description.ts";
import { knownProcedure, publicProcedure, router, signedInProcedure } from "../trpc.ts";

export const accountsRouter = router({
  register: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/register",
        group: "Account",
        summary: "Create an account and sign in",
        about: "the public",
        limits: ["registrationsPerAddress"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(registerSchema)
    .output(enteredSchema)
    .mutation(async ({ ctx, input }) => enter(ctx, await register(ctx.deps, input, ctx))),

  login: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/login",
        group: "Account",
        summary: "Sign in",
        about: "the public",
        limits: [
          "wrongLoginsPerAddress",
          "wrongLoginsPerAccountAndAddress",
          "wrongLoginsPerAccount",
          "wrongLoginsPerDevice",
          ...codeLimits,
        ],
        refusals: ["unauthenticated"],
      },
    })
    .input(loginSchema)
    .output(enteredSchema)
    .mutation(async ({ ctx, input }) => enter(ctx, await login(ctx.deps, input, ctx))),

  startPasskeySignIn: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/passkey-login/options",
        group: "Account",
        summary: "What a browser needs to sign in with a passkey, for five minutes",
        about: "the public",
        limits: ["passkeySignInsPerAddress"],
      },
    })
    .output(passkeyOptionsSchema)
    .mutation(({ ctx }) => startPasskeySignIn(ctx.deps, ctx.address)),

  signInByPasskey: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/passkey-login",
        group: "Account",
        summary: "Sign in with a passkey",
        about: "the public",
        limits: ["passkeySignInsPerAddress"],
        refusals: ["unauthenticated"],
      },
    })
    .input(signInByPasskeySchema)
    .output(enteredSchema)
    .mutation(async ({ ctx, input }) => enter(ctx, await signInByPasskey(ctx.deps, input.passkey, ctx))),

  logout: publicProcedure
    .meta({
      rest: {
        route: "POST /api/auth/logout",
        group: "Account",
        summary: "Sign out",
        about: "the public",
        limits: { none: "deletes one row, or none for a visitor" },
      },
    })
    .output(loggedOutSchema)
    .mutation(async ({ ctx }) => {
      ctx.setCookie(ctx.deps.sessions.clearCookie());
      return logout(ctx.deps, ctx.sessionToken);
    }),

  me: knownProcedure
    .meta({
      rest: {
        route: "GET /api/auth/me",
        group: "Account",
        summary: "The signed-in user, or the owner of the token",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(currentUserSchema)
    .query(({ ctx }) => toCurrentUser(ctx.actor)),

  changeName: signedInProcedure
    .meta({
      rest: {
        route: "PATCH /api/auth/me",
        group: "Account",
        summary: "Change your name on new stamps and certificates",
        about: "the caller",
        limits: noLimit.oneRow,
      },
    })
    .input(changeNameSchema)
    .output(currentUserSchema)
    .mutation(({ ctx, input }) => changeName(ctx.deps, ctx.actor, input)),

  changeLanguage: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/language",
        group: "Account",
        summary: "Choose the language of our emails to you",
        about: "the caller",
        limits: noLimit.oneRow,
      },
    })
    .input(changeLanguageSchema)
    .output(currentUserSchema)
    .mutation(({ ctx, input }) => changeLanguage(ctx.deps, ctx.actor, input.language)),

  changeTimeZone: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/time-zone",
        group: "Account",
        summary: "Choose the time zone of your new stamps and certificates",
        about: "the caller",
        limits: noLimit.oneRow,
      },
    })
    .input(changeTimeZoneSchema)
    .output(currentUserSchema)
    .mutation(({ ctx, input }) => changeTimeZone(ctx.deps, ctx.actor, input.timeZone)),

  requestDeletion: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/delete-account",
        group: "Account",
        summary: "Delete your account in a week; until then you can keep it",
        about: "the caller",
        limits: [...proofLimits, "deletionsPerAccount"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(requestDeletionSchema)
    .output(deletionAnswerSchema)
    .mutation(({ ctx, input }) => requestDeletion(ctx.deps, ctx.actor, input)),

  keep: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/keep-account",
        group: "Account",
        summary: "Keep an account that was to be deleted",
        about: "the caller",
        limits: noLimit.oneRow,
      },
    })
    .output(deletionAnswerSchema)
    .mutation(({ ctx }) => keepAccount(ctx.deps, ctx.actor)),

  sessions: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/auth/sessions",
        group: "Account",
        summary: "Where you are signed in, most recently used session first",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(z.array(sessionViewSchema))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.actor, ctx.sessionToken)),

  endSession: signedInProcedure
    .meta({
      rest: {
        route: "DELETE /api/auth/sessions/:id",
        group: "Account",
        summary: "End one of your sessions immediately",
        about: "the caller",
        limits: { none: "at most once for each session" },
      },
    })
    .input(sessionIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx.deps, ctx.actor, input.id);
      return { success: true };
    }),

  endOtherSessions: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/auth/sessions/end-others",
        group: "Account",
        summary: "End all your sessions except this one",
        about: "the caller",
        limits: { none: "at most once for each session" },
      },
    })
    .output(doneSchema)
    .mutation(async ({ ctx }) => {
      await endOtherSessions(ctx.deps, ctx.actor, ctx.sessionToken);
      return { success: true };
    }),
});

/** Sets the new session's cookie, and ends the session that the browser sent, whether its own or a planted one. */
export async function enter(ctx: Context, signIn: SignIn): Promise<{ username: string }> {
  for (const cookie of signIn.cookies) ctx.setCookie(cookie);
  await endSession(ctx.deps, ctx.sessionToken);
  return { username: signIn.username };
}
