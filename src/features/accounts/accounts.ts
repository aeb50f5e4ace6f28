import type { TokenScope } from "../../../db/columns/accounts.ts";
import { type OfficeRole, officeRoles } from "../../../db/columns/offices.ts";
import { AppError } from "../../errors.ts";
import type { Language } from "../../formats/languages.ts";

/**
 * The office that a person acts for, and their role in it. Calls about the person do not look at it; `actFor` makes it
 * the account of all others.
 */
export type ActingFor = {
  id: string;
  username: string;
  name: string | null;
  timeZone: string | null;
  deletionAt: Date | null;
  role: OfficeRole;
};

/**
 * The signed-in user of a request, read from the database on every request: permissions are never stale. Where a person
 * acts for an office, features get the office's account instead, with the person as its `member`.
 */
export type Actor = {
  id: string;
  username: string;
  isAdmin: boolean;
  /** False for an administrator whose password has not been proven long enough; meaningless for other users. */
  hasAdminPassword?: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  emailConfirmedAt?: Date | null;
  /** An unconfirmed address that will replace the confirmed one. */
  pendingEmail?: string | null;
  /** The language of our emails; null: English. */
  language?: Language | null;
  /** The zone of new stamps and certificates; null: the operator's. */
  timeZone?: string | null;
  /** When the account will be deleted at its owner's request. */
  deletionAt?: Date | null;
  /** True while the operator requires a second factor and the account has none; never for an access token. */
  needsSecondFactor?: boolean;
  /** The scopes of an access token; undefined for a signed-in user. */
  scopes?: readonly TokenScope[];
  /** Of a person: the office that this session or token acts for; undefined for their own account. */
  office?: ActingFor | undefined;
  /** Of an office: the person who acts for it; undefined for the account of a person. */
  member?: { id: string; username: string; role: OfficeRole };
};

/** The lowest role in an office that each scope needs. Some calls need a higher one. */
const roleOfScope: Record<TokenScope, OfficeRole> = {
  "documents:read": "viewer",
  "documents:write": "member",
  "collections:read": "viewer",
  "collections:write": "member",
  "projects:read": "viewer",
  "projects:write": "member",
  "webhooks:read": "manager",
  "webhooks:write": "manager",
  "account:read": "viewer",
};

export function hasRole(role: OfficeRole, needed: OfficeRole): boolean {
  return officeRoles.indexOf(role) >= officeRoles.indexOf(needed);
}

/**
 * The account that a person acts for: their own, in which they may do everything, or the office, if their role in it is
 * high enough. Its emails reach the person. Throws `forbidden`.
 */
function actFor(person: Actor, needed: OfficeRole): Actor {
  const { office } = person;
  if (!office) return person;
  if (!hasRole(office.role, needed)) {
    throw new AppError(
      "forbidden",
      "office-role-too-low",
      "Your role in this office does not allow this. Please ask one of its owners.",
    );
  }
  const { id, username, name, timeZone, deletionAt, role } = office;
  const { email, emailConfirmedAt, language, scopes } = person;
  return {
    id,
    username,
    firstName: name,
    lastName: null,
    isAdmin: false,
    timeZone,
    deletionAt,
    email,
    ...(emailConfirmedAt === undefined ? {} : { emailConfirmedAt }),
    ...(language === undefined ? {} : { language }),
    ...(scopes === undefined ? {} : { scopes }),
    member: { id: person.id, username: person.username, role },
  };
}

/** The account that a signed-in person acts for; in an office they need this role. Throws as `requireActor`. */
export function requireAccountOf(actor: Actor | null, needed: OfficeRole): Actor {
  return actFor(requireActor(actor), needed);
}

/** The signed-in user: calls are not for programs by default. Throws `unauthenticated`, `forbidden`. */
export function requireActor(actor: Actor | null): Actor {
  const known = requireAnyActor(actor);
  if (known.scopes === undefined) return known;
  throw new AppError(
    "forbidden",
    "session-required",
    "An access token cannot be used for this. Please sign in.",
  );
}

/**
 * The account that the caller acts for, also for a program whose access token has this scope. In an office, `needed` is
 * the lowest role that may make the call. Throws `unauthenticated`, `forbidden`.
 */
export function requireScope(
  actor: Actor | null,
  scope: TokenScope,
  needed: OfficeRole = roleOfScope[scope],
): Actor {
  const known = requireAnyActor(actor);
  if (known.scopes === undefined || known.scopes.includes(scope)) return actFor(known, needed);
  throw new AppError("forbidden", "access-token-lacks-scope", "This access token lacks the scope {scope}.", {
    params: { scope },
  });
}

/** The user, also for a program with any access token. Throws `unauthenticated`, `forbidden`. */
function requireAnyActor(actor: Actor | null): Actor {
  const known = requireKnownActor(actor);
  if (!known.needsSecondFactor) return known;
  throw new AppError(
    "forbidden",
    "second-factor-setup-required",
    "This site asks for a second step. Please set it up first: on the page that you see after logging in.",
  );
}

/** As `requireAnyActor`, also while the required second factor is missing. Throws `unauthenticated`. */
export function requireKnownActor(actor: Actor | null): Actor {
  if (actor === null) throw new AppError("unauthenticated", "sign-in-required", "Please sign in first.");
  return actor;
}

/** As `requireActor`, for the calls that set up the required second factor. Throws `unauthenticated`, `forbidden`. */
export function requireActorSettingUp(actor: Actor | null): Actor {
  return requireActor(actor && { ...actor, needsSecondFactor: false });
}

/**
 * The signed-in user, who must be an administrator. Every feature for administrators checks this itself; http checks it
 * too, so that refused callers learn nothing about their input. Throws `unauthenticated` or `forbidden`.
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

/** Whether an administrator has to prove a longer password before they can use administrator rights. */
export function needsAdminPassword({ isAdmin, hasAdminPassword }: Actor): boolean {
  return isAdmin && hasAdminPassword !== true;
}

/**
 * User names with the same key count as equal: full-width, upper-case and padded variants collide. A name copied from
 * one of our emails contains word joiners (mail/defang.ts).
 */
export function usernameKey(username: string): string {
  return username.replaceAll("\u2060", "").normalize("NFKC").toLowerCase().trim();
}

/** The user name's key with dotless letters replaced by dotted ones, since the two look alike. */
export function dottedKey(key: string): string {
  return key.replace(/\u0131|i\u0307/g, "i");
}
