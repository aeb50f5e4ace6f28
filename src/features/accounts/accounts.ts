import { AppError } from "../../errors.ts";
import type { TokenScope } from "./access-tokens.schema.ts";

/** The signed-in user a request acts for, read from the database on every request: rights are never stale. */
export type Actor = {
  id: string;
  username: string;
  isAdmin: boolean;
  /** False for an administrator who has not proven a password that is long enough; meaningless for others. */
  hasAdminPassword?: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  emailConfirmedAt?: Date | null;
  /** All that a program may do that came with an access token; undefined for a person who signed in. */
  scopes?: readonly TokenScope[];
};

/** The user, who signed in: what is not said to be for programs is not. Throws `unauthenticated`, `forbidden`. */
export function requireActor(actor: Actor | null): Actor {
  const known = requireAnyActor(actor);
  if (known.scopes === undefined) return known;
  throw new AppError(
    "forbidden",
    "session-required",
    "An access token cannot be used for this. Please sign in.",
  );
}

/** The user, also for a program whose access token has this scope. Throws `unauthenticated`, `forbidden`. */
export function requireScope(actor: Actor | null, scope: TokenScope): Actor {
  const known = requireAnyActor(actor);
  if (known.scopes === undefined || known.scopes.includes(scope)) return known;
  throw new AppError("forbidden", "access-token-lacks-scope", "This access token lacks the scope {scope}.", {
    params: { scope },
  });
}

/** The user, also for a program with any access token. Throws `unauthenticated`. */
export function requireAnyActor(actor: Actor | null): Actor {
  if (actor === null) throw new AppError("unauthenticated", "sign-in-required", "Please sign in first.");
  return actor;
}

/**
 * The signed-in user, who must be an administrator. Every feature for administrators asks this itself; http asks it
 * too, so that who is refused learns nothing of what they sent. Throws `unauthenticated` or `forbidden`.
 */
export function requireAdmin(actor: Actor | null): Actor {
  const known = requireActor(actor);
  if (!known.isAdmin)
    throw new AppError("forbidden", "admin-required", "You do not have administrator privileges.");
  if (!needsAdminPassword(known)) return known;
  throw new AppError(
    "forbidden",
    "admin-password-too-short",
    "Administrators need a password of at least 12 characters. Please sign in again, or choose a new one on your account page.",
  );
}

/** Whether an administrator has to prove a longer password before the rights can be used. */
export function needsAdminPassword({ isAdmin, hasAdminPassword }: Actor): boolean {
  return isAdmin && hasAdminPassword !== true;
}

/**
 * Two user names with the same key are the same name: full-width, capital and padded look-alikes collide. One that
 * was copied from a mail of ours has word joiners in it (mail/unlinked.ts).
 */
export function usernameKey(username: string): string {
  return username.replaceAll("\u2060", "").normalize("NFKC").toLowerCase().trim();
}

/** The key that a user name's dotless letters would have with dots: who sees one of the two takes it for the other. */
export function dottedKey(key: string): string {
  return key.replace(/\u0131|i\u0307/g, "i");
}
