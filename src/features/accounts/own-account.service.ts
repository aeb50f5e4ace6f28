import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { Language } from "../../formats/languages.ts";
import type { Deps } from "../deps.ts";
import type { CurrentUser, SessionView } from "./accounts.output.schema.ts";
import { findActiveUser, setLanguage, setName, setTimeZone } from "./accounts.repo.ts";
import type { ChangeNameInput } from "./accounts.schema.ts";
import { requireAccount } from "./accounts.service.ts";
import { type ActingFor, type Actor, needsAdminPassword } from "./accounts.ts";
import { withdrawEmailChange } from "./email-change.service.ts";

/** What users can see and change in their own account. */

export function toCurrentUser(actor: Actor): CurrentUser {
  return {
    username: actor.username,
    isAdmin: actor.isAdmin,
    needsAdminPassword: needsAdminPassword(actor),
    needsSecondFactor: actor.needsSecondFactor ?? false,
    email: actor.email,
    emailConfirmed: actor.emailConfirmedAt instanceof Date,
    firstName: actor.firstName ?? "",
    lastName: actor.lastName ?? "",
    language: actor.language ?? "en",
    timeZone: actor.timeZone ?? null,
    pendingEmail: actor.pendingEmail ?? null,
    deletionAt: actor.deletionAt?.toISOString() ?? null,
    office: actor.office ? toOffice(actor.office) : null,
  };
}

function toOffice({ id, name, role, deletionAt }: ActingFor): CurrentUser["office"] {
  return { id, name: name ?? "", role, deletionAt: deletionAt?.toISOString() ?? null };
}

/** What is stored about the account itself, besides secrets. */
export async function describeAccount({ db }: Pick<Deps, "db">, { id }: Actor) {
  const row = await findActiveUser(db, id);
  if (!row) throw new AppError("unauthenticated", "sign-in-required", "Please sign in first.");
  const { username, firstName, lastName, birthdate, email, pendingEmail, freeCredits, referralCode } = row;
  return {
    id,
    username,
    firstName,
    lastName,
    birthdate,
    language: row.language ?? "en",
    timeZone: row.timeZone,
    email,
    pendingEmail,
    freeCredits,
    referralCode,
    emailConfirmedAt: row.emailConfirmedAt?.toISOString() ?? null,
    isAdmin: row.isAdmin,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    deletionAt: row.deletionAt?.toISOString() ?? null,
  };
}
export type AccountFacts = Awaited<ReturnType<typeof describeAccount>>;

/** Changes the language of our emails; queued emails keep their language. */
export async function changeLanguage(
  deps: Pick<Deps, "db">,
  actor: Actor,
  language: Language,
): Promise<CurrentUser> {
  await setLanguage(deps.db, actor.id, language);
  return toCurrentUser({ ...actor, language });
}

/** Changes the zone of times on new stamps and certificates; null: the operator's. Existing ones keep theirs. */
export async function changeTimeZone(
  deps: Pick<Deps, "db">,
  actor: Actor,
  timeZone: string | null,
): Promise<CurrentUser> {
  await setTimeZone(deps.db, actor.id, timeZone);
  return toCurrentUser({ ...actor, timeZone });
}

/** Changes the name on new stamps and certificates; existing attestations keep the old one. */
export async function changeName(
  deps: Pick<Deps, "db">,
  actor: Actor,
  { firstName, lastName }: ChangeNameInput,
): Promise<CurrentUser> {
  await transaction(deps, async (deps) => {
    await requireAccount(deps, actor);
    await setName(deps.db, actor.id, { firstName, lastName });
  });
  return toCurrentUser({ ...actor, firstName, lastName });
}

/** Cancels an unconfirmed change of the address, if there is one. */
export async function cancelEmailChange(deps: Pick<Deps, "db">, actor: Actor): Promise<void> {
  await transaction(deps, (deps) => withdrawEmailChange(deps, actor));
}

/** The sessions of the user, the last used one first. `token` is that of the calling session. */
export async function listSessions(
  { sessions }: Pick<Deps, "sessions">,
  { id }: Actor,
  token: string | null,
): Promise<SessionView[]> {
  return (await sessions.listSessions(id, token)).map(({ id, device, createdAt, lastUsedAt, isCurrent }) => ({
    id,
    browser: device.browser,
    system: device.system,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    isCurrent,
  }));
}

/** Ends one of the user's sessions immediately. Throws `not_found`, also for another user's session. */
export async function endOwnSession(
  { sessions }: Pick<Deps, "sessions">,
  { id: userId }: Actor,
  id: string,
): Promise<void> {
  if (await sessions.endById(userId, id)) return;
  throw new AppError("not_found", "session-not-found", "This session has already ended.");
}

/** Ends all sessions of the user except the one with this token. Access tokens of programs stay. */
export async function endOtherSessions(
  { sessions }: Pick<Deps, "sessions">,
  { id }: Actor,
  token: string | null,
): Promise<void> {
  await sessions.endOthers(id, token);
}
