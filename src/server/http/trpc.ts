import { initTRPC } from "@trpc/server";
import type { TokenScope } from "../../../db/columns/accounts.ts";
import {
  type Actor,
  requireActor,
  requireActorSettingUp,
  requireAdmin,
  requireKnownActor,
  requireScope,
} from "../../features/accounts/accounts.ts";
import { requireClaimedAccount } from "./account-guard.ts";
import type { Context } from "./context.ts";
import { describeRefusal, statusOfKind, toErrorAnswer } from "./errors.ts";
import type { RestAlias } from "./openapi/groups.ts";

/** Who may call a procedure, for the API's description: written next to the guard that enforces it. */
export type Access = "anyone" | "signed in" | "any token" | "admin" | TokenScope;

type GuardedAccess = Exclude<Access, "anyone">;

/** The caller, if they have this access: the guard of all procedures. Throws `unauthenticated`, `forbidden`. */
export function requireAccess(actor: Actor | null, access: GuardedAccess): Actor {
  switch (access) {
    case "signed in":
      return requireActor(actor);
    case "any token":
      return requireKnownActor(actor);
    case "admin":
      return requireAdmin(actor);
    default:
      return requireScope(actor, access);
  }
}

type Meta = {
  /** Written by the guard of a procedure. */
  access?: Access;
  /** Written by the procedure itself. */
  rest?: RestAlias;
};

const trpc = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const answer = toErrorAnswer(error);
      const { message, ...rest } = describeRefusal(answer, ctx?.requestId ?? "");
      const httpStatus = error.code === "METHOD_NOT_SUPPORTED" ? 405 : statusOfKind[answer.kind];
      return {
        ...shape,
        message,
        data: { ...rest, kind: answer.kind, httpStatus, path: shape.data.path },
      };
    },
  });

/** What was written next to a procedure; tRPC does not keep the type. */
export const readMeta = (meta: unknown): Meta => Object(meta);

export const router = trpc.router;
export const publicProcedure = trpc.procedure.meta({ access: "anyone" }).use(({ ctx, next }) => {
  requireClaimedAccount(ctx);
  return next();
});
const guarded = (access: GuardedAccess) =>
  publicProcedure
    .meta({ access })
    .use(({ ctx, next }) => next({ ctx: { ...ctx, actor: requireAccess(ctx.actor, access) } }));
/** For a person who signed in. */
export const signedInProcedure = guarded("signed in");
/** As `signedInProcedure`, also for a person who has yet to set up the required second factor. */
export const settingUpProcedure = publicProcedure
  .meta({ access: "signed in" })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, actor: requireActorSettingUp(ctx.actor) } }));
/** As that, also for programs with any of their access tokens. */
export const knownProcedure = guarded("any token");
/** For signed-in users and programs whose access token has this scope. */
export const scopedProcedure = (scope: TokenScope) => guarded(scope);
export const adminProcedure = guarded("admin");
