import { setImmediate } from "node:timers/promises";
import { and, desc, eq, gte, lt, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client.ts";
import type { OfficeAction } from "../../../db/columns/offices.ts";
import { contains } from "../../../db/contains.ts";
import { officeLog, users } from "../../../db/schema.ts";
import { someText } from "../../../db/sql-dialect.ts";
import { growingId } from "../../platform/growing-id.ts";

/** The account that was acted for; only that of an office has a member. Its ID is null for the operator. */
type ActedFor = { id: string; member?: { id: string | null } };
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
  const said = member.id === null ? { ...detail, by: "operator" } : detail;
  await insertEntry({ db, now }, { officeId, actorId: member.id, action, subject, detail: said });
}

/** Records what the server found out by itself, in the transaction in which it counts. */
export async function noteByServer(
  deps: { db: Database; now: () => number },
  officeId: string,
  { action, subject, detail = {} }: OfficeAct,
): Promise<void> {
  await insertEntry(deps, { officeId, actorId: null, action, subject, detail: { ...detail, by: "server" } });
}

type Entry = Omit<typeof officeLog.$inferInsert, "id" | "createdAt">;

async function insertEntry({ db, now }: { db: Database; now: () => number }, entry: Entry): Promise<void> {
  const createdAt = new Date(now());
  await db
    .insert(officeLog)
    .values({ ...entry, id: growingId(createdAt), createdAt })
    .run();
}

/** Records what Stripe says about the plan of an account, if it is an office. In the transaction that stores it. */
export async function noteForPayer(
  deps: { db: Database; now: () => number },
  accountId: string,
  act: OfficeAct,
): Promise<void> {
  const isOffice = and(eq(users.id, accountId), eq(users.isOffice, true));
  if (await deps.db.select({ id: users.id }).from(users).where(isOffice).get())
    await noteByServer(deps, accountId, act);
}

/** What entries must match: the username of who acted, the kind of act, and a part of the names or details. */
type LogCondition = {
  member?: string | undefined;
  action?: OfficeAction | undefined;
  search?: string | undefined;
};

/** How many entries one statement of a search looks at: with SQLite, nothing else runs meanwhile. */
const lookedAtAtOnce = 2_000;

/**
 * At most `limit` entries of an office that match, newest first, from the start or after the entry with the id `last`.
 * A search that finds little reads all of the log, in parts between which others have their turn.
 */
export async function listOfficeLog(
  db: Database,
  officeId: string,
  condition: LogCondition,
  { limit, last }: { limit: number; last: string | undefined },
) {
  const found: Awaited<ReturnType<typeof listPart>> = [];
  let after = last;
  for (;;) {
    const upTo = await findEndOfPart(db, officeId, after);
    found.push(...(await listPart(db, officeId, condition, { after, upTo, limit: limit - found.length })));
    if (found.length === limit || upTo === undefined) return found;
    after = upTo;
    await setImmediate();
  }
}

/** The ID of the last entry that is looked at together with the first one after `after`; undefined at the end. */
async function findEndOfPart(db: Database, officeId: string, after: string | undefined) {
  const { id } = officeLog;
  const isLeft = and(eq(officeLog.officeId, officeId), after === undefined ? undefined : lt(id, after));
  const left = db.select({ id }).from(officeLog).where(isLeft).orderBy(desc(id));
  return (
    await left
      .limit(1)
      .offset(lookedAtAtOnce - 1)
      .get()
  )?.id;
}

async function listPart(
  db: Database,
  officeId: string,
  { member, action, search }: LogCondition,
  { after, upTo, limit }: { after: string | undefined; upTo: string | undefined; limit: number },
) {
  const actor = alias(users, "actor");
  const person = alias(users, "person");
  const isFound = search
    ? or(
        contains(actor.username, search),
        contains(person.username, search),
        someText(db, officeLog.detail, (value) => contains(value, search)),
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
        after === undefined ? undefined : lt(officeLog.id, after),
        upTo === undefined ? undefined : gte(officeLog.id, upTo),
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
export async function listSharersOf(db: Database, projectId: string) {
  const isSharing = and(eq(officeLog.subject, projectId), eq(officeLog.action, "project.shared"));
  return db
    .selectDistinct({ id: users.id, email: users.email })
    .from(officeLog)
    .innerJoin(users, and(eq(users.id, officeLog.actorId), eq(users.isDeleted, false)))
    .where(isSharing)
    .all();
}

/** The member of an office who last started this document; undefined if no member did. */
export async function findStarter(db: Database, documentId: string) {
  const { subject, action, actorId, id } = officeLog;
  const isStart = and(eq(subject, documentId), eq(action, "document.stamped"));
  return (await db.select({ actorId }).from(officeLog).where(isStart).orderBy(desc(id)).limit(1).get())
    ?.actorId;
}
