import type { OfficeRole } from "../../../db/columns/offices.ts";
import type { Deps } from "../deps.ts";
import { findRole } from "./memberships.repo.ts";

/** The role of a person in an office; undefined if they are not a member. */
export function findRoleIn(
  { db }: Pick<Deps, "db">,
  officeId: string,
  userId: string,
): Promise<OfficeRole | undefined> {
  return findRole(db, officeId, userId);
}
