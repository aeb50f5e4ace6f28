import { and, asc, count, eq, gt, inArray, isNull, lte, ne } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { OfficeRole } from "../../../db/columns/offices.ts";
import {
  accessTokens,
  officeInvitations,
  officeLog,
  officeMembers,
  sessions,
  users,
} from "../../../db/schema.ts";

type InvitationRow = typeof officeInvitations.$inferSelect;

/** The account of a new office: no password opens it, and it has no address. */
export async function insertOffice(
  db: Database,
  { id, name, createdAt }: { id: string; name: string; createdAt: Date },
): Promise<void> {
  const username = `office:${id}`;
  await db
    .insert(users)
    .values({
      id,
      username,
      usernameKey: username,
      passwordHash: "",
      firstName: name,
      isOffice: true,
      createdAt,
    })
    .run();
}

export async function insertMember(db: Database, row: typeof officeMembers.$inferInsert): Promise<void> {
  await db.insert(officeMembers).values(row).run();
}

/** The offices of a person, by name. */
export async function listOfficesOf(db: Database, userId: string) {
  return db
    .select({ id: users.id, name: users.firstName, role: officeMembers.role })
    .from(officeMembers)
    .innerJoin(users, and(eq(users.id, officeMembers.officeId), eq(users.isDeleted, false)))
    .where(eq(officeMembers.userId, userId))
    .orderBy(asc(users.firstName), asc(users.id))
    .all();
}

/** The members of an office with their names, the earliest first. */
export async function listMembers(db: Database, officeId: string) {
  const { id, username, firstName, lastName } = users;
  return db
    .select({ id, username, firstName, lastName, role: officeMembers.role, joinedAt: officeMembers.joinedAt })
    .from(officeMembers)
    .innerJoin(users, and(eq(users.id, officeMembers.userId), eq(users.isDeleted, false)))
    .where(eq(officeMembers.officeId, officeId))
    .orderBy(asc(officeMembers.joinedAt), asc(id))
    .all();
}

export async function countMembers(db: Database, officeId: string): Promise<number> {
  const found = await db
    .select({ count: count() })
    .from(officeMembers)
    .where(eq(officeMembers.officeId, officeId))
    .get();
  return found?.count ?? 0;
}

/** The owners of an office whose accounts are not to be deleted, except this person. */
export async function countOtherOwners(db: Database, officeId: string, userId: string): Promise<number> {
  const found = await db
    .select({ count: count() })
    .from(officeMembers)
    .innerJoin(
      users,
      and(eq(users.id, officeMembers.userId), eq(users.isDeleted, false), isNull(users.deletionAt)),
    )
    .where(
      and(
        eq(officeMembers.officeId, officeId),
        eq(officeMembers.role, "owner"),
        ne(officeMembers.userId, userId),
      ),
    )
    .get();
  return found?.count ?? 0;
}

const isMember = (officeId: string, userId: string) =>
  and(eq(officeMembers.officeId, officeId), eq(officeMembers.userId, userId));

/** False if the person is not a member. */
export async function setRole(
  db: Database,
  officeId: string,
  userId: string,
  role: OfficeRole,
): Promise<boolean> {
  const changed = db.update(officeMembers).set({ role }).where(isMember(officeId, userId));
  return (await changed.returning({ userId: officeMembers.userId }).get()) !== undefined;
}

/** Ends everything that a person can do in an office: also in open sessions, and with tokens that they made for it. */
export async function deleteMember(db: Database, officeId: string, userId: string): Promise<void> {
  await db.delete(officeMembers).where(isMember(officeId, userId)).run();
  await db
    .delete(officeInvitations)
    .where(and(eq(officeInvitations.officeId, officeId), eq(officeInvitations.invitedBy, userId)))
    .run();
  await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.userId, officeId), eq(accessTokens.memberId, userId)))
    .run();
  await db
    .update(sessions)
    .set({ officeId: null })
    .where(and(eq(sessions.officeId, officeId), eq(sessions.userId, userId)))
    .run();
}

/** Ends everyone's membership of an office that is closed, and what came with it. */
export async function deleteMembersOf(db: Database, office: string): Promise<void> {
  await db.delete(officeInvitations).where(eq(officeInvitations.officeId, office)).run();
  await db.update(sessions).set({ officeId: null }).where(eq(sessions.officeId, office)).run();
  await db.delete(officeMembers).where(eq(officeMembers.officeId, office)).run();
  await db.delete(officeLog).where(eq(officeLog.officeId, office)).run();
}

/** Which office a session acts for; false if the session has ended. */
export async function setOfficeOfSession(
  db: Database,
  { sid, userId }: { sid: string; userId: string },
  officeId: string | null,
): Promise<boolean> {
  const own = and(eq(sessions.sid, sid), eq(sessions.userId, userId));
  return (
    (await db.update(sessions).set({ officeId }).where(own).returning({ sid: sessions.sid }).get()) !==
    undefined
  );
}

export async function setOfficeName(db: Database, officeId: string, name: string): Promise<void> {
  await db.update(users).set({ firstName: name }).where(eq(users.id, officeId)).run();
}

export async function insertInvitation(db: Database, row: InvitationRow): Promise<void> {
  await db.insert(officeInvitations).values(row).run();
}

/** The invitations that can still be accepted, oldest first, each with the username of its maker. */
export async function listOpenInvitations(db: Database, officeId: string, now: Date) {
  return db
    .select({ invitation: officeInvitations, invitedBy: users.username })
    .from(officeInvitations)
    .leftJoin(users, and(eq(users.id, officeInvitations.invitedBy), eq(users.isDeleted, false)))
    .where(and(eq(officeInvitations.officeId, officeId), gt(officeInvitations.expiresAt, now)))
    .orderBy(asc(officeInvitations.createdAt), asc(officeInvitations.id))
    .all();
}

export async function findInvitation(db: Database, id: string): Promise<InvitationRow | undefined> {
  return db.select().from(officeInvitations).where(eq(officeInvitations.id, id)).get();
}

/** As `findInvitation`, if it is of this office. */
export async function findInvitationOf(
  db: Database,
  officeId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const own = and(eq(officeInvitations.id, id), eq(officeInvitations.officeId, officeId));
  return db.select().from(officeInvitations).where(own).get();
}

/** False if the office has no such invitation. */
export async function deleteInvitation(db: Database, officeId: string, id: string): Promise<boolean> {
  const own = and(eq(officeInvitations.id, id), eq(officeInvitations.officeId, officeId));
  return (
    (await db.delete(officeInvitations).where(own).returning({ id: officeInvitations.id }).get()) !==
    undefined
  );
}

/** Deletes the invitations of a member for these roles. */
export async function deleteInvitationsBy(
  db: Database,
  officeId: string,
  userId: string,
  roles: OfficeRole[],
): Promise<void> {
  if (roles.length === 0) return;
  const { officeId: office, invitedBy, role } = officeInvitations;
  await db
    .delete(officeInvitations)
    .where(and(eq(office, officeId), eq(invitedBy, userId), inArray(role, roles)))
    .run();
}

export async function deleteInvitationsBefore(db: Database, time: Date): Promise<void> {
  await db.delete(officeInvitations).where(lte(officeInvitations.expiresAt, time)).run();
}
