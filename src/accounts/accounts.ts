import { AppError } from "../errors.ts";

/** The signed-in user a request acts for, read from the database on every request: rights are never stale. */
export type Actor = {
  id: string;
  username: string;
  isAdmin: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
};

/** The signed-in user. Throws `unauthenticated`. */
export function requireActor(actor: Actor | null): Actor {
  if (actor === null) throw new AppError("unauthenticated", "Please sign in first.");
  return actor;
}

/**
 * The signed-in user, who must be an administrator. Every feature for administrators asks this itself; http asks it
 * too, so that who is refused learns nothing of what they sent. Throws `unauthenticated` or `forbidden`.
 */
export function requireAdmin(actor: Actor | null): Actor {
  const known = requireActor(actor);
  if (!known.isAdmin) throw new AppError("forbidden", "You do not have administrator privileges.");
  return known;
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
