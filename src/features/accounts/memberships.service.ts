import type { OfficeRole } from "../../../db/columns/offices.ts";
import { AppError } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import { findActiveUser, type UserRow } from "./accounts.repo.ts";
import { type Actor, hasRole } from "./accounts.ts";
import { findMember, findRole, listMemberAccounts } from "./memberships.repo.ts";

/** The role of a person in an office; undefined if they are not a member. */
export function findRoleIn(
  { db }: Pick<Deps, "db">,
  officeId: string,
  userId: string,
): Promise<OfficeRole | undefined> {
  return findRole(db, officeId, userId);
}

/**
 * In a transaction: throws `forbidden` if this member of the office that someone acts for has a higher role than they:
 * what an owner made, only an owner changes or ends. Someone who has left has no role.
 */
export async function requireNotAbove(
  deps: Pick<Deps, "db">,
  { id: officeId, member: acting }: Pick<Actor, "id" | "member">,
  memberId: string | null,
): Promise<void> {
  if (!acting || memberId === null) return;
  const role = await findRoleIn(deps, officeId, memberId);
  if (role !== undefined && !hasRole(acting.role, role)) throw madeByHigherRole();
}

/** For what someone with a higher role made in an office. */
export function madeByHigherRole(): AppError {
  return new AppError(
    "forbidden",
    "office-made-by-higher-role",
    "Someone with a higher role in this office made this. Please ask them, or an owner, to change or end it.",
  );
}

/**
 * An account outside of a request, as this member of it acted; without `member` if they are not, or no longer, one.
 * Undefined if the account was deleted.
 */
export async function findAccountFor(
  { db }: Pick<Deps, "db">,
  id: string,
  memberId: string | undefined,
): Promise<(Actor & Pick<UserRow, "isOffice">) | undefined> {
  const account = await findActiveUser(db, id);
  const found = account && memberId !== undefined ? await findMember(db, id, memberId) : undefined;
  if (!account || !found) return account;
  const { role, person } = found;
  const { email, emailConfirmedAt, language } = person;
  return {
    ...account,
    email,
    emailConfirmedAt,
    language,
    member: { id: person.id, username: person.username, role },
  };
}

/** The accounts of the members of an office; none for the account of a person. */
export function listMembersOf({ db }: Pick<Deps, "db">, officeId: string): Promise<UserRow[]> {
  return listMemberAccounts(db, officeId);
}
