import { initTRPC } from "@trpc/server";
import type { TokenScope } from "../../../db/columns/accounts.ts";
import type { OfficeRole } from "../../../db/columns/offices.ts";
import {
  type Actor,
  requireAccountOf,
  requireActor,
  requireActorSettingUp,
  requireAdmin,
  requireKnownActor,
  requireScope,
} from "../../features/accounts/accounts.ts";
import { requireSameAccount } from "./account-guard.ts";
import type { Context } from "./context.ts";
import { describeRefusal, statusOfKind, toErrorAnswer } from "./errors.ts";
import type { RestAlias } from "./openapi/call-description.ts";

/** Who may call a procedure, for the API's description: written next to the guard that enforces it. */
export type Access = "anyone" | "signed in" | "any token" | "admin" | TokenScope;

type GuardedAccess = Exclude<Access, "anyone">;

/**
 * The caller, if they have this access: the guard of all procedures. With a scope, or with the `role` that a member of
 * an office needs, it is the account that they act for. Throws `unauthenticated`, `forbidden`.
 */
export function requireAccess(actor: Actor | null, access: GuardedAccess, role?: OfficeRole): Actor {
  switch (access) {
    case "signed in":
      return role === undefined ? requireActor(actor) : requireAccountOf(actor, role);
    case "any token":
      return requireKnownActor(actor);
    case "admin":
      return requireAdmin(actor);
    default:
      return requireScope(actor, access, role);
  }
}

type Meta = {
  /** Written by the guard of a procedure. */
  access?: Access;
  /** Written by the guard: the role that a member of an office needs, if it does not follow from the scope. */
  role?: OfficeRole | undefined;
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
  requireSameAccount(ctx);
  return next();
});
const guarded = (access: GuardedAccess, role?: OfficeRole) =>
  publicProcedure
    .meta({ access, role })
    .use(({ ctx, next }) => next({ ctx: { ...ctx, actor: requireAccess(ctx.actor, access, role) } }));
/** For a person who signed in, about themselves, whatever office they act for. */
export const signedInProcedure = guarded("signed in");
/** As `signedInProcedure`, also for a person who has yet to set up the required second factor. */
export const settingUpProcedure = publicProcedure
  .meta({ access: "signed in" })
  .use(({ ctx, next }) => next({ ctx: { ...ctx, actor: requireActorSettingUp(ctx.actor) } }));
/** As that, also for programs with any of their access tokens. */
export const knownProcedure = guarded("any token");
/** For a person who signed in, about the account that they act for; in an office they need this role. */
export const accountProcedure = (role: OfficeRole) => guarded("signed in", role);
/**
 * For signed-in users and programs whose access token has this scope, about the account that they act for. `role`: what
 * a member of an office needs, if it is more than the scope says.
 */
export const scopedProcedure = (scope: TokenScope, role?: OfficeRole) => guarded(scope, role);
export const adminProcedure = guarded("admin");
