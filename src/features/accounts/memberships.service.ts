import type { OfficeRole } from "../../../db/columns/offices.ts";
import type { Deps } from "../deps.ts";
import type { UserRow } from "./accounts.repo.ts";
import { findRole, listMemberAccounts } from "./memberships.repo.ts";

/** The role of a person in an office; undefined if they are not a member. */
export function findRoleIn(
  { db }: Pick<Deps, "db">,
  officeId: string,
  userId: string,
): Promise<OfficeRole | undefined> {
  return findRole(db, officeId, userId);
}

/** The accounts of the members of an office; none for the account of a person. */
export function listMembersOf({ db }: Pick<Deps, "db">, officeId: string): Promise<UserRow[]> {
  return listMemberAccounts(db, officeId);
}
