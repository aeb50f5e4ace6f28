import { and, desc, eq, lt, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client.ts";
import type { OfficeAction } from "../../../db/columns/offices.ts";
import { contains } from "../../../db/contains.ts";
import { officeLog, users } from "../../../db/schema.ts";

/** The account that was acted for; only that of an office has a member. */
type ActedFor = { id: string; member?: { id: string } };
type OfficeAct = { action: OfficeAction; subject: string | null; detail?: Record<string, string> };

/**
 * Records what a member did in an office; nothing for the account of a person. Call it in the transaction of the act
 * itself.
 */
export async function noteInOffice(
  { db, now }: { db: Database; now: () => number },
  { id: officeId, member }: ActedFor,
  { action, subject, detail = {} }: OfficeAct,
): Promise<void> {
  if (!member) return;
  const createdAt = new Date(now());
  await db
    .insert(officeLog)
    .values({ id: Bun.randomUUIDv7(), officeId, actorId: member.id, action, subject, detail, createdAt })
    .run();
}

/** What entries must match: the username of who acted, the kind of act, and a part of the names or details. */
type LogCondition = {
  member?: string | undefined;
  action?: OfficeAction | undefined;
  search?: string | undefined;
};

/**
 * At most `limit` entries of an office that match, newest first, from the start or after the entry with the id `last`.
 */
export async function listOfficeLog(
  db: Database,
  officeId: string,
  { member, action, search }: LogCondition,
  { limit, last }: { limit: number; last: string | undefined },
) {
  const actor = alias(users, "actor");
  const person = alias(users, "person");
  // Details are stored as JSON, which escapes quotes.
  const isFound = search
    ? or(
        contains(actor.username, search),
        contains(person.username, search),
        contains(officeLog.detail, JSON.stringify(search).slice(1, -1)),
      )
    : undefined;
  return db
    .select({ entry: officeLog, actor: actor.username, person: person.username })
    .from(officeLog)
    .leftJoin(actor, and(eq(actor.id, officeLog.actorId), eq(actor.isDeleted, false)))
    .leftJoin(person, and(eq(person.id, officeLog.subject), eq(person.isDeleted, false)))
    .where(
      and(
        eq(officeLog.officeId, officeId),
        last === undefined ? undefined : lt(officeLog.id, last),
        member === undefined ? undefined : eq(actor.username, member),
        action && eq(officeLog.action, action),
        isFound,
      ),
    )
    .orderBy(desc(officeLog.id))
    .limit(limit)
    .all();
}

/** The accounts, unless deleted, of everyone who shared this project of an office, also of those who have left it. */
export async function listSharersOf(db: Database, officeId: string, projectId: string) {
  const isSharing = and(
    eq(officeLog.officeId, officeId),
    eq(officeLog.subject, projectId),
    eq(officeLog.action, "project.shared"),
  );
  return db
    .selectDistinct({ id: users.id, email: users.email })
    .from(officeLog)
    .innerJoin(users, and(eq(users.id, officeLog.actorId), eq(users.isDeleted, false)))
    .where(isSharing)
    .all();
}

/** The member of an office who last started this document; undefined if no member did. */
export async function findStarter(db: Database, officeId: string, documentId: string) {
  const { subject, action, actorId, id } = officeLog;
  const isStart = and(
    eq(officeLog.officeId, officeId),
    eq(subject, documentId),
    eq(action, "document.stamped"),
  );
  return (await db.select({ actorId }).from(officeLog).where(isStart).orderBy(desc(id)).limit(1).get())
    ?.actorId;
}
