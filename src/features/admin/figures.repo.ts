import { and, count, eq, gt, gte, inArray, isNotNull, lt, sql, sum } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client.ts";
import { certificates, documents, mails, purchases, supportTickets, users } from "../../../db/schema.ts";

/** What happened on one day; `day` counts days since 1970 in UTC. */
export type DaySum = { day: number; amount: number };

export const dayMs = 86_400_000;

/**
 * The number is part of the text: SQLite would treat a parameter as a floating-point number and divide without
 * rounding.
 */
const day = (column: SQLiteColumn) => sql<number>`${column} / ${sql.raw(String(dayMs))}`.mapWith(Number);
const since = (column: SQLiteColumn, from: Date) => gte(column, from);

/** Accounts by the day they were created, without deleted ones. */
export async function sumNewUsers(db: Database, from: Date): Promise<DaySum[]> {
  const { createdAt, isDeleted } = users;
  const when = day(createdAt);
  const query = db.select({ day: when, amount: count() }).from(users);
  return await query
    .where(and(since(createdAt, from), eq(isDeleted, false)))
    .groupBy(when)
    .all();
}

/** Certificates by the day they were issued. */
export async function sumStamps(db: Database, from: Date): Promise<DaySum[]> {
  const when = day(certificates.issuedAt);
  const query = db.select({ day: when, amount: count() }).from(certificates);
  return await query.where(since(certificates.issuedAt, from)).groupBy(when).all();
}

/** Cents of paid purchases by the day they were started; only Stripe knows about subscription renewals. */
export async function sumSales(db: Database, from: Date): Promise<DaySum[]> {
  const { amount, createdAt, state } = purchases;
  const when = day(createdAt);
  const query = db.select({ day: when, amount: sum(amount).mapWith(Number) }).from(purchases);
  const isPaid = inArray(state, ["paid", "overdue", "ended"]);
  return await query
    .where(and(since(createdAt, from), isPaid, gt(amount, 0)))
    .groupBy(when)
    .all();
}

/** Documents that could not be stamped, by the day their processing began. */
export async function sumFailures(db: Database, from: Date): Promise<DaySum[]> {
  const when = day(documents.processedAt);
  const query = db.select({ day: when, amount: count() }).from(documents);
  return await query
    .where(and(sql`${documents.status} = 'error'`, since(documents.processedAt, from)))
    .groupBy(when)
    .all();
}

/** Emails by the day they were written; an email is deleted a month after it was sent or failed. */
export async function sumMails(db: Database, from: Date): Promise<DaySum[]> {
  const when = day(mails.createdAt);
  const query = db.select({ day: when, amount: count() }).from(mails);
  return await query.where(since(mails.createdAt, from)).groupBy(when).all();
}

/** Emails of that period that are known to be undelivered. */
export async function countFailedMails(db: Database, from: Date): Promise<number> {
  const failed = and(since(mails.createdAt, from), inArray(mails.state, ["failed", "uncertain"]));
  return (await db.select({ amount: count() }).from(mails).where(failed).get())?.amount ?? 0;
}

export async function countUsers(db: Database): Promise<number> {
  return (
    (await db.select({ amount: count() }).from(users).where(eq(users.isDeleted, false)).get())?.amount ?? 0
  );
}

export async function countOpenTickets(db: Database): Promise<number> {
  const isOpen = inArray(supportTickets.status, ["open", "in_progress"]);
  return (await db.select({ amount: count() }).from(supportTickets).where(isOpen).get())?.amount ?? 0;
}

/** Bytes of all stamped copies and of the originals that were not deleted yet. */
export async function sumStoredBytes(db: Database, now: Date): Promise<number> {
  const { createdAt, fileSize, originalPath, stampedSize } = documents;
  const stamped = await db
    .select({ bytes: sum(stampedSize).mapWith(Number) })
    .from(documents)
    .where(isNotNull(stampedSize))
    .get();
  const originals = await db
    .select({ bytes: sql<number>`sum(cast(${fileSize} as bigint))`.mapWith(Number) })
    .from(documents)
    .where(and(isNotNull(originalPath), lt(createdAt, now)))
    .get();
  return (stamped?.bytes ?? 0) + (originals?.bytes ?? 0);
}
