import {
  type CurrentUser,
  currentUserSchema,
  enteredSchema,
  loggedOutSchema,
} from "../../../features/accounts/accounts.output.schema.ts";
import { registerSchema } from "../../../features/accounts/accounts.schema.ts";
import {
  endSession,
  login,
  logout,
  register,
  type SignIn,
} from "../../../features/accounts/accounts.service.ts";
import { needsAdminPassword } from "../../../features/accounts/accounts.ts";
import { loginSchema } from "../../../features/accounts/login.schema.ts";
import type { Context } from "../context.ts";
import { anyTokenProcedure, publicProcedure, router } from "../trpc.ts";

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
    ctx.setCookie(ctx.deps.sessions.forgetCookie());
    return logout(ctx.deps, ctx.sessionToken);
  }),

  me: anyTokenProcedure.output(currentUserSchema).query(({ ctx }): CurrentUser => {
    const { username, isAdmin, email, emailConfirmedAt, firstName, lastName } = ctx.actor;
    return {
      username,
      isAdmin,
      needsAdminPassword: needsAdminPassword(ctx.actor),
      email,
      emailConfirmed: emailConfirmedAt instanceof Date,
      firstName: firstName ?? "",
      lastName: lastName ?? "",
    };
  }),
});

/** Sets the new session's cookie; the session the browser came with, its own or a planted one, ends. */
async function enter(ctx: Context, signIn: SignIn): Promise<{ username: string }> {
  for (const cookie of signIn.cookies) ctx.setCookie(cookie);
  await endSession(ctx.deps, ctx.sessionToken);
  return { username: signIn.username };
}
