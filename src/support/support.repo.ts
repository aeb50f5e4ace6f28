import { desc, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { supportTickets } from "../../db/schema.ts";
import type { TicketRow } from "./support.ts";

const newestFirst = [desc(supportTickets.createdAt), desc(supportTickets.id)];

export function insertTicket(db: Database, row: typeof supportTickets.$inferInsert): TicketRow {
  return db.insert(supportTickets).values(row).returning().get();
}

export function findTicket(db: Database, id: string): TicketRow | undefined {
  return db.select().from(supportTickets).where(eq(supportTickets.id, id)).get();
}

/** Newest first. */
export function listTicketsOf(db: Database, userId: string): TicketRow[] {
  return db
    .select()
    .from(supportTickets)
    .where(eq(supportTickets.userId, userId))
    .orderBy(...newestFirst)
    .all();
}

/** Newest first. */
export function listAllTickets(db: Database): TicketRow[] {
  return db
    .select()
    .from(supportTickets)
    .orderBy(...newestFirst)
    .all();
}

export function changeTicket(db: Database, id: string, change: Partial<TicketRow>): void {
  db.update(supportTickets).set(change).where(eq(supportTickets.id, id)).run();
}

export function deleteTicket(db: Database, id: string): void {
  db.delete(supportTickets).where(eq(supportTickets.id, id)).run();
}
