import { and, asc, count, desc, eq, inArray, lt, ne, or, type SQL } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { contains } from "../../../db/contains.ts";
import { mails, supportTickets, ticketAnswers, users } from "../../../db/schema.ts";
import type { TicketStatus } from "./support.schema.ts";
import { type AnswerRow, endedStatuses, removedText, type TicketRow } from "./support.ts";

const newestFirst = [desc(supportTickets.createdAt), desc(supportTickets.id)];

export async function insertTicket(
  db: Database,
  row: typeof supportTickets.$inferInsert,
): Promise<TicketRow> {
  return db.insert(supportTickets).values(row).returning().get();
}

export async function findTicket(db: Database, id: string): Promise<TicketRow | undefined> {
  return db.select().from(supportTickets).where(eq(supportTickets.id, id)).get();
}

/** The newest `max` tickets of a user, newest first. */
export async function listUserTickets(db: Database, userId: string, max: number): Promise<TicketRow[]> {
  return db
    .select()
    .from(supportTickets)
    .where(eq(supportTickets.userId, userId))
    .orderBy(...newestFirst)
    .limit(max)
    .all();
}

/** Newest first, at most `limit`: from the start, or those after `last`; all, or those of a status or with a term. */
export async function listAllTickets(
  db: Database,
  limit: number,
  last?: Pick<TicketRow, "createdAt" | "id">,
  { status, search }: { status?: TicketStatus | undefined; search?: string | undefined } = {},
): Promise<TicketRow[]> {
  const { createdAt, id } = supportTickets;
  const isAfter =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)));
  return db
    .select()
    .from(supportTickets)
    .where(and(isAfter, status && eq(supportTickets.status, status), search ? mentions(search) : undefined))
    .orderBy(...newestFirst)
    .limit(limit)
    .all();
}

/** Whether subject, message or address contain the term, in any capitalization. */
function mentions(term: string): SQL | undefined {
  const { email, message, subject } = supportTickets;
  return or(...[subject, message, email].map((column) => contains(column, term)));
}

export async function insertAnswer(db: Database, row: typeof ticketAnswers.$inferInsert): Promise<void> {
  await db.insert(ticketAnswers).values(row).run();
}

/** The answers to these tickets, oldest first, with the state of their mails. */
export async function listAnswers(db: Database, ticketIds: string[]): Promise<AnswerRow[]> {
  if (ticketIds.length === 0) return [];
  const { createdAt, id, isFromWriter, mailId, message, ticketId } = ticketAnswers;
  return await db
    .select({ id, ticketId, message, createdAt, isFromWriter, mail: mails.state })
    .from(ticketAnswers)
    .leftJoin(mails, eq(mails.id, mailId))
    .where(inArray(ticketId, ticketIds))
    .orderBy(asc(createdAt), asc(id))
    .all();
}

/** The number of answers by the ticket's author. */
export async function countWriterAnswers(db: Database, ticketId: string): Promise<number> {
  const found = await db
    .select({ count: count() })
    .from(ticketAnswers)
    .where(and(eq(ticketAnswers.ticketId, ticketId), eq(ticketAnswers.isFromWriter, true)))
    .get();
  return found?.count ?? 0;
}

export async function changeTicket(db: Database, id: string, change: Partial<TicketRow>): Promise<void> {
  await db.update(supportTickets).set(change).where(eq(supportTickets.id, id)).run();
}

/** The account of a ticket's author, if it still exists. */
export async function findWriter(db: Database, userId: string) {
  const isThere = and(eq(users.id, userId), eq(users.isDeleted, false));
  return db.select({ id: users.id, language: users.language }).from(users).where(isThere).get();
}

/**
 * Deletes the address and the text of deleted accounts in closed tickets. An open ticket keeps them, so that it can be
 * answered.
 */
export async function anonymizeTickets(db: Database): Promise<void> {
  const gone = db.select({ id: users.id }).from(users).where(eq(users.isDeleted, true));
  const { email, id, status, userId } = supportTickets;
  const forgotten = await db
    .update(supportTickets)
    .set({ email: "", subject: removedText, message: removedText })
    .where(and(inArray(userId, gone), inArray(status, endedStatuses), ne(email, "")))
    .returning({ id })
    .all();
  for (const { id } of forgotten) {
    await db
      .update(ticketAnswers)
      .set({ message: removedText })
      .where(and(eq(ticketAnswers.ticketId, id), eq(ticketAnswers.isFromWriter, true)))
      .run();
  }
}

export async function deleteTicket(db: Database, id: string): Promise<void> {
  await db.delete(supportTickets).where(eq(supportTickets.id, id)).run();
}
