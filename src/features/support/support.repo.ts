import { and, desc, eq, inArray, lt, ne, or } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { supportTickets, users } from "../../../db/schema.ts";
import { endedStatuses, forgottenWords, type TicketRow } from "./support.ts";

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
export async function listTicketsOf(db: Database, userId: string, max: number): Promise<TicketRow[]> {
  return db
    .select()
    .from(supportTickets)
    .where(eq(supportTickets.userId, userId))
    .orderBy(...newestFirst)
    .limit(max)
    .all();
}

/** Newest first, at most `most`: from the start, or those after `last`. */
export async function listAllTickets(
  db: Database,
  most: number,
  last?: Pick<TicketRow, "createdAt" | "id">,
): Promise<TicketRow[]> {
  const { createdAt, id } = supportTickets;
  const isAfter =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), lt(id, last.id)));
  return db
    .select()
    .from(supportTickets)
    .where(isAfter)
    .orderBy(...newestFirst)
    .limit(most)
    .all();
}

export async function changeTicket(db: Database, id: string, change: Partial<TicketRow>): Promise<void> {
  await db.update(supportTickets).set(change).where(eq(supportTickets.id, id)).run();
}

/** Whether the account of a ticket's writer still exists. */
export async function hasAccount(db: Database, userId: string): Promise<boolean> {
  const isThere = and(eq(users.id, userId), eq(users.isDeleted, false));
  return (await db.select({ id: users.id }).from(users).where(isThere).get()) !== undefined;
}

/**
 * Forgets the address and the words of deleted accounts in tickets that wait for no answer. An open one keeps them:
 * somebody was asked something and has to be able to answer.
 */
export async function forgetGoneWriters(db: Database): Promise<void> {
  const gone = db.select({ id: users.id }).from(users).where(eq(users.isDeleted, true));
  const { email, status, userId } = supportTickets;
  await db
    .update(supportTickets)
    .set({ email: "", subject: forgottenWords, message: forgottenWords })
    .where(and(inArray(userId, gone), inArray(status, endedStatuses), ne(email, "")))
    .run();
}

export async function deleteTicket(db: Database, id: string): Promise<void> {
  await db.delete(supportTickets).where(eq(supportTickets.id, id)).run();
}
