import { and, count, desc, eq, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client.ts";
import type { NoticeKind } from "../../../db/columns/notices.ts";
import {
  documents,
  noticeMails,
  notices,
  officeMembers,
  projectShares,
  projects,
  supportTickets,
  users,
} from "../../../db/schema.ts";

export async function insertNotice(db: Database, row: typeof notices.$inferInsert): Promise<void> {
  await db.insert(notices).values(row).run();
}

/** Keeps only the newest notices of a person: of those about sign-ins, and of the others. */
export async function deleteOldestNotices(
  db: Database,
  userId: string,
  { isSignIn, kept }: { isSignIn: boolean; kept: number },
): Promise<void> {
  const signIn: NoticeKind = "new-sign-in";
  const isTheirs = and(
    eq(notices.userId, userId),
    isSignIn ? eq(notices.kind, signIn) : ne(notices.kind, signIn),
  );
  const last = await db
    .select({ id: notices.id })
    .from(notices)
    .where(isTheirs)
    .orderBy(desc(notices.id))
    .limit(1)
    .offset(kept)
    .get();
  if (last)
    await db
      .delete(notices)
      .where(and(isTheirs, lte(notices.id, last.id)))
      .run();
}

const office = alias(users, "office");
/** The account that it happened in. */
const account = sql`coalesce(${notices.officeId}, ${notices.userId})`;

/** A notice with what it is about, as far as that still belongs to the account. */
const described = (db: Database) =>
  db
    .select({
      notice: notices,
      office,
      document: documents,
      ticket: supportTickets,
      share: projectShares,
      project: projects,
    })
    .from(notices)
    .leftJoin(office, and(eq(office.id, notices.officeId), eq(office.isDeleted, false)))
    .leftJoin(
      officeMembers,
      and(eq(officeMembers.officeId, notices.officeId), eq(officeMembers.userId, notices.userId)),
    )
    .leftJoin(documents, and(eq(documents.id, notices.documentId), eq(documents.userId, account)))
    .leftJoin(
      supportTickets,
      and(eq(supportTickets.id, notices.ticketId), eq(supportTickets.userId, notices.userId)),
    )
    .leftJoin(projectShares, eq(projectShares.id, notices.shareId))
    .leftJoin(projects, and(eq(projects.id, projectShares.projectId), eq(projects.userId, account)));

/**
 * A person is told only about what they may see now: about an office while they belong to it, and about nothing that
 * was deleted.
 */
const isVisible = (userId: string) =>
  and(
    eq(notices.userId, userId),
    or(isNull(notices.officeId), isNotNull(officeMembers.userId)),
    or(isNull(notices.documentId), isNotNull(documents.id)),
    or(isNull(notices.ticketId), isNotNull(supportTickets.id)),
    or(isNull(notices.shareId), isNotNull(projects.id)),
  );

/** At most `limit` notices of a person, newest first, from the start or after the one with the id `last`. */
export async function listNotices(
  db: Database,
  userId: string,
  { limit, last }: { limit: number; last?: string | undefined },
) {
  return described(db)
    .where(and(isVisible(userId), last === undefined ? undefined : lt(notices.id, last)))
    .orderBy(desc(notices.id))
    .limit(limit)
    .all();
}

export type DescribedNotice = Awaited<ReturnType<typeof listNotices>>[number];

export async function countUnread(db: Database, userId: string): Promise<number> {
  const unread = described(db)
    .where(and(isVisible(userId), isNull(notices.readAt)))
    .as("unread");
  return (await db.select({ total: count() }).from(unread).get())?.total ?? 0;
}

/** Marks notices of a person as read: the one with this id, or all up to it. A second time changes nothing. */
export async function markRead(
  db: Database,
  userId: string,
  which: { id: string } | { upTo: string },
  readAt: Date,
): Promise<void> {
  const chosen = "id" in which ? eq(notices.id, which.id) : lte(notices.id, which.upTo);
  await db
    .update(notices)
    .set({ readAt })
    .where(and(eq(notices.userId, userId), chosen, isNull(notices.readAt)))
    .run();
}

export async function markReadAbout(db: Database, documentId: string, readAt: Date): Promise<void> {
  await db
    .update(notices)
    .set({ readAt })
    .where(and(eq(notices.documentId, documentId), isNull(notices.readAt)))
    .run();
}

/** Whether this person has a notice with this id. */
export async function hasNotice(db: Database, userId: string, id: string): Promise<boolean> {
  const found = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.id, id), eq(notices.userId, userId)));
  return (await found.get()) !== undefined;
}

/** Whether this person has not read yet that the plan of this office, or null for their own account, is used up. */
export async function hasUnreadOfPlan(
  db: Database,
  userId: string,
  officeId: string | null,
): Promise<boolean> {
  const kind: NoticeKind = "plan-used-up";
  const found = db
    .select({ id: notices.id })
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        eq(notices.kind, kind),
        officeId === null ? isNull(notices.officeId) : eq(notices.officeId, officeId),
        isNull(notices.readAt),
      ),
    )
    .limit(1);
  return (await found.get()) !== undefined;
}

export async function deleteNoticesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(notices).where(lt(notices.createdAt, before)).run();
}

/** Deletes what a person was told about an office. */
export async function deleteNoticesOfOffice(db: Database, officeId: string, userId: string): Promise<void> {
  await db
    .delete(notices)
    .where(and(eq(notices.officeId, officeId), eq(notices.userId, userId)))
    .run();
}

/** Deletes every notice to an account, or about it if it is an office, and its choices. */
export async function deleteNoticesOf(db: Database, accountId: string): Promise<void> {
  await db
    .delete(notices)
    .where(or(eq(notices.userId, accountId), eq(notices.officeId, accountId)))
    .run();
  await db.delete(noticeMails).where(eq(noticeMails.userId, accountId)).run();
}

export async function listMailChoices(db: Database, userId: string): Promise<Map<NoticeKind, boolean>> {
  const rows = await db.select().from(noticeMails).where(eq(noticeMails.userId, userId)).all();
  return new Map(rows.map(({ kind, isMailed }) => [kind, isMailed]));
}

export async function setMailChoice(
  db: Database,
  userId: string,
  kind: NoticeKind,
  isMailed: boolean,
): Promise<void> {
  await db
    .insert(noticeMails)
    .values({ userId, kind, isMailed })
    .onConflictDoUpdate({ target: [noticeMails.userId, noticeMails.kind], set: { isMailed } })
    .run();
}
