import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { OfficeRole } from "../../../db/columns/offices.ts";
import { officeMembers, users } from "../../../db/schema.ts";
import type { UserRow } from "./accounts.repo.ts";

/** The role of a person in an office; undefined if they are not, or no longer, a member. */
export async function findRole(
  db: Database,
  officeId: string,
  userId: string,
): Promise<OfficeRole | undefined> {
  const isMember = and(eq(officeMembers.officeId, officeId), eq(officeMembers.userId, userId));
  return (await db.select({ role: officeMembers.role }).from(officeMembers).where(isMember).get())?.role;
}

/** A member of an office with their account; undefined if they are not a member, or their account was deleted. */
export async function findMember(
  db: Database,
  officeId: string,
  userId: string,
): Promise<{ role: OfficeRole; person: UserRow } | undefined> {
  return db
    .select({ role: officeMembers.role, person: users })
    .from(officeMembers)
    .innerJoin(users, and(eq(users.id, officeMembers.userId), eq(users.isDeleted, false)))
    .where(and(eq(officeMembers.officeId, officeId), eq(officeMembers.userId, userId)))
    .get();
}

/** The owners of an office, whose accounts are not deleted. */
export async function listOwnerIds(db: Database, officeId: string): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(officeMembers)
    .innerJoin(users, and(eq(users.id, officeMembers.userId), eq(users.isDeleted, false)))
    .where(and(eq(officeMembers.officeId, officeId), eq(officeMembers.role, "owner")))
    .all();
  return found.map(({ id }) => id);
}

/** The accounts of the members of an office; none for the account of a person. */
export async function listMemberAccounts(db: Database, officeId: string): Promise<UserRow[]> {
  const found = await db
    .select({ person: users })
    .from(officeMembers)
    .innerJoin(users, and(eq(users.id, officeMembers.userId), eq(users.isDeleted, false)))
    .where(eq(officeMembers.officeId, officeId))
    .all();
  return found.map(({ person }) => person);
}
